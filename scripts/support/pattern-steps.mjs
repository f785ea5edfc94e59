// Cost of a regular expression for hostile text, in steps of a backtracking matcher such as V8's. The number
// of steps is the same on every machine, however busy it is.
import { RegExpParser } from '@eslint-community/regexpp';

/** A group with a larger repeat limit than this counts as unlimited. */
const MANY = 64;
/** Limit of steps: more shows growth faster than linear for any text tried here. */
const MAX_STEPS = 3_000_000;

/**
 * Counts the steps that a pattern takes for a text.
 * @param {string} source
 * @param {string} flags with `g`, all matches are looked for, as `replace` and `matchAll` do
 * @returns {(text: string) => number} at most a little more than MAX_STEPS
 */
export function stepCounter(source, flags) {
  const program = programOf(source, flags);
  const again = flags.includes('g');
  return (text) => {
    const count = { steps: 0 };
    for (let from = 0; from <= text.length && count.steps < MAX_STEPS;) {
      const end = run(program, 0, text, from, count);
      if (end !== null && !again) break;
      if (flags.includes('y')) break;
      from = end === null ? from + 1 : Math.max(end, from + 1);
    }
    return count.steps;
  };
}

/**
 * A text for which the steps of a pattern grow faster than its length; null when none was found.
 * @returns {{ start: string, repeated: string, end: string } | null}
 */
export function superLinearText(source, flags) {
  const steps = stepCounter(source, flags);
  const growth = ({ start, repeated, end }, times) => {
    const at = (count) => steps(start + repeated.repeat(count) + end);
    const long = at(2 * times);
    return long > MAX_STEPS ? Infinity : long / at(times);
  };
  for (const shape of shapesOf(source, flags)) {
    // Twice the text takes twice the steps, or four times. A limit within the pattern shows only in the longer text.
    if (growth(shape, 24) > 2.6 && growth(shape, 400) > 3) return shape;
  }
  return null;
}

// --- the matcher

/** The pattern as instructions: [name, …operands]. Lookarounds are programs within it. */
function programOf(source, flags) {
  const ast = new RegExpParser().parsePattern(source, 0, source.length, {
    unicode: flags.includes('u'),
    unicodeSets: flags.includes('v'),
  });
  const program = [];
  const registers = { count: 0 };
  const emit = (...instruction) => program.push(instruction) - 1;
  const jumpHere = (at, operand = 1) => (program[at][operand] = program.length);

  const alternatives = (list, isBackward) => {
    const ends = [];
    list.forEach((alternative, nth) => {
      const split = nth < list.length - 1 ? emit('split', program.length + 1, 0) : null;
      const elements = isBackward ? [...alternative.elements].reverse() : alternative.elements;
      for (const element of elements) node(element, isBackward);
      if (split === null) return;
      ends.push(emit('jump', 0));
      jumpHere(split, 2);
    });
    for (const end of ends) jumpHere(end);
  };

  const lookaround = ({ alternatives: list, negate }, isBackward) => {
    const at = emit('look', negate, 0);
    alternatives(list, isBackward);
    emit('match');
    jumpHere(at, 2);
  };

  const repetition = ({ element, min, max, greedy }, isBackward) => {
    for (let times = 0; times < Math.min(min, MANY); times++) node(element, isBackward);
    if (max === Infinity || max > MANY) {
      const register = registers.count++;
      const split = emit('split', 0, 0);
      emit('mark', register);
      node(element, isBackward);
      emit('moved', register);
      emit('jump', split);
      const [inside, outside] = [split + 1, program.length];
      program[split] = greedy ? ['split', inside, outside] : ['split', outside, inside];
      return;
    }
    const splits = [];
    for (let times = min; times < max; times++) {
      splits.push(emit('split', 0, 0));
      node(element, isBackward);
    }
    for (const split of splits) {
      const [inside, outside] = [split + 1, program.length];
      program[split] = greedy ? ['split', inside, outside] : ['split', outside, inside];
    }
  };

  const node = (element, isBackward) => {
    switch (element.type) {
      case 'Character':
      case 'CharacterSet':
      case 'CharacterClass':
        emit('character', lookOf(element.raw, flags), isBackward);
        break;
      case 'Group':
      case 'CapturingGroup':
        alternatives(element.alternatives, isBackward);
        break;
      case 'Quantifier':
        repetition(element, isBackward);
        break;
      case 'Backreference':
        // Takes everything that its group may take, which is more, and never fewer steps.
        alternatives(element.resolved.alternatives, isBackward);
        break;
      case 'Assertion':
        if (element.kind === 'lookahead') lookaround(element, false);
        else if (element.kind === 'lookbehind') lookaround(element, true);
        else emit(element.kind, element.negate, flags.includes('m'));
        break;
      default:
        throw new Error(`the step counter does not know ${element.type} of /${source}/`);
    }
  };
  alternatives(ast.alternatives, false);
  emit('match');
  return program;
}

/** True if a character is accepted by an element. */
function lookOf(raw, flags) {
  const pattern = new RegExp(`^${raw}$`, flags.replace(/[gym]/g, ''));
  const known = new Map();
  return (character) => {
    let isTaken = known.get(character);
    if (isTaken === undefined) known.set(character, (isTaken = pattern.test(character)));
    return isTaken;
  };
}

const isWord = (character) => character !== undefined && /\w/.test(character);

/** @returns the position after the match; null if there is no match from here */
function run(program, start, text, from, count) {
  const waiting = [[start, from, null]];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    let [at, position, marks] = next;
    for (let isGoing = true; isGoing;) {
      count.steps += 1;
      if (count.steps > MAX_STEPS) return null;
      const [name, first, second] = program[at];
      at += 1;
      switch (name) {
        case 'match':
          return position;
        case 'character': {
          const next = second ? position - 1 : position;
          isGoing = next >= 0 && next < text.length && first(text[next]);
          position = second ? next : next + 1;
          break;
        }
        case 'split':
          waiting.push([second, position, marks]);
          at = first;
          break;
        case 'jump':
          at = first;
          break;
        case 'mark':
          marks = { register: first, position, before: marks };
          break;
        case 'moved': {
          let mark = marks;
          while (mark.register !== first) mark = mark.before;
          isGoing = mark.position !== position;
          marks = mark.before;
          break;
        }
        case 'look': {
          const isFound = run(program, at, text, position, count) !== null;
          isGoing = isFound !== first;
          at = second;
          break;
        }
        case 'start':
          isGoing = position === 0 || (second && text[position - 1] === '\n');
          break;
        case 'end':
          isGoing = position === text.length || (second && text[position] === '\n');
          break;
        case 'word':
          isGoing = (isWord(text[position - 1]) !== isWord(text[position])) !== first;
          break;
      }
    }
  }
  return null;
}

// --- the texts

/** Texts with a beginning, a repeated part, and an end that may spoil the match. */
function* shapesOf(source, flags) {
  const { samples, alphabet } = samplesOf(source, flags);
  const few = alphabet.slice(0, MAX_PAIRED);
  const pairs = few.flatMap((one) => few.map((other) => one + other));
  const units = new Set([...alphabet, ...samples, ...pairs]);
  const ends = new Set(['', OTHER, ...few.slice(0, MAX_ENDS)]);
  for (const repeated of units)
    for (const start of ['', OTHER, ...samples]) for (const end of ends) yield { start, repeated, end };
}

/** A character that hardly any pattern accepts. */
const OTHER = '\u0001';
const MAX_ALPHABET = 14;
const MAX_PAIRED = 8;
const MAX_ENDS = 4;
const MAX_SAMPLES = 16;
const CANDIDATES = Array.from({ length: 256 }, (_, code) => String.fromCharCode(code));

/** Parts of the texts: a character for each character class of the pattern, and texts that its parts accept. */
function samplesOf(source, flags) {
  const ast = new RegExpParser().parsePattern(source, 0, source.length, {
    unicode: flags.includes('u'),
    unicodeSets: flags.includes('v'),
  });
  const looks = new Map();
  const samples = new Set();
  const firstTaken = (raw) => {
    let look = looks.get(raw);
    if (look === undefined) looks.set(raw, (look = lookOf(raw, flags)));
    return PREFERRED.find((one) => look(one)) ?? CANDIDATES.find((one) => look(one)) ?? OTHER;
  };
  /** A text that an element accepts; the text before each repetition on the way becomes another sample. */
  const sample = (element, before) => {
    switch (element.type) {
      case 'Character':
      case 'CharacterSet':
      case 'CharacterClass':
        return firstTaken(element.raw);
      case 'Group':
      case 'CapturingGroup': {
        const all = element.alternatives.map((one) => sequence(one, before));
        return all[0];
      }
      case 'Quantifier': {
        const one = sample(element.element, before);
        if (element.max > 1) {
          samples.add(before);
          samples.add(one);
        }
        return one.repeat(Math.min(element.min, 3));
      }
      default:
        for (const one of element.alternatives ?? []) sequence(one, before);
        return '';
    }
  };
  const sequence = ({ elements }, before) => {
    let text = '';
    for (const element of elements) text += sample(element, before + text);
    samples.add(text);
    samples.add(before + text);
    return text;
  };
  for (const alternative of ast.alternatives) sequence(alternative, '');
  const byLook = new Map();
  for (const candidate of [...PREFERRED, ...CANDIDATES]) {
    const look = [...looks.values()].map((takes) => (takes(candidate) ? 1 : 0)).join('');
    if (!byLook.has(look)) byLook.set(look, candidate);
  }
  const short = [...samples].filter((one) => one !== '' && one.length <= 40);
  return { samples: short.slice(0, MAX_SAMPLES), alphabet: [...byLook.values()].slice(0, MAX_ALPHABET) };
}

/** Characters that are tried first as members of a class. */
const PREFERRED = ['a', 'A', '0', ' ', '-', '"', '\t', '\n', '.', '/', '\u0001'];

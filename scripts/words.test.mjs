// Phrases that must not come back: into anything a person reads (help, prompts, errors, pages, READMEs, the contract), and
// into the code itself (comments, names of tests, identifiers). Each has the wording to use instead. To add one, add a row;
// the test then names every place that still has it.
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';

import { describe, expect, it } from 'vitest';

const root = path.resolve(import.meta.dirname, '..');

/**
 * [what not to write, what to write]. Case does not matter.
 * @type {[RegExp, string][]}
 */
const PHRASES = [
  [/\blook-ups?\b/, 'lookup (noun), look up (verb)'],
  [/\be-mails?\b/, 'email'],
  [/\bcolours?\b/, 'color'],
  [/\bhonour(s|ed|ing)?\b/, 'honor, or: support'],
  [/\brecogni[s]e[sd]?\b/, 'recognize'],
  [/\bstandardis(e|es|ed|ing|ation)\b/, 'standardize'],
  [/\bnormalis(e|es|ed|ing|ation)\b/, 'normalize'],
  // Addresses are read in both spellings; lexicon.ts has one after the other.
  [/(?<!urbanization )\burbanis(e|es|ed|ing|ations?)\b/, 'urbanize, urbanization'],
  [/\bcheques?\b/, 'check'],
  [/\bcanceled\b/, 'cancelled, as the contract spells its status'],
  [/is kept in profile/, 'Logged in to URL with key pc_…'],
  [/is forgotten\b/, 'removed'],
  [/what was typed does not hold/, "That doesn't look like an API key."],
  [/going on with it/, 'Resuming job …'],
  [/goes on with it/, 'continues'],
  [/this file was done before/, 'Already done: job …'],
  [/is taken for the property/, 'Assumed to be the property address'],
  [/which cost nothing and find nothing/, 'have no address and will be skipped (free)'],
  [/ask(s)? for an address again/, 'repeats an address'],
  [/at most .* if every one matches/, 'Maximum cost: …'],
  [/nobody can be asked here/, "there's no terminal to ask on"],
  [/waits with this price/, 'is waiting. Approve: …'],
  [/to give it up:/, 'Cancel: …'],
  [/which column is which is not clear/, "Couldn't work out the columns in …"],
  [/no row could be found/, 'To find owners, the file needs …'],
  [/only you can say/, 'To trace a different address instead, run: …'],
  [/what became of a job its status tells/, 'for a job, check its status'],
  [/something went wrong on our side/, 'Server error.'],
  [/cannot cover this request/, 'Not enough balance: …'],
  [/give it by "skiptrace/, 'Run "skiptrace auth login", or set …'],
  [/say more on standard error/, 'verbose output'],
  [/say everything:/, 'debug output'],
  [/what separates the cells/, 'column delimiter'],
  [/if its name does not tell/, "if it can't be inferred from the file name"],
  [/a script that teaches your shell/, 'Print a shell completion script'],
  [/what to do is said beside/, 'each problem comes with a fix'],
  [/take a csv file of owners in/, 'Import owners from a CSV file'],
  [/money to begin with/, 'opening balance'],
  [/where the account holder is reached/, 'contact email'],
  [/this very file is in the source/, 'Already imported: …'],
  [/cannot listen at/, 'Port … is already in use.'],
  [/files of customers/, 'customer files'],
  [/loses nothing that a client was told/, 'never loses anything a client was told'],
  [/at its word\b/, 'honors'],
  [/comes to be whole or not at all/, 'is written atomically'],
  [/\b1 rows\b|\b1 accounts\b|\b1 files\b/, 'the singular'],
  [/skipTraceSingle was carried out/, 'a name people know: the lookup'],
];

const OWN_WORDS = [
  'README.md',
  'CHANGELOG.md',
  'openapi.yaml',
  'packages/contract/app.yaml',
  'packages/cli/man',
  'packages/sdk/docs',
  'docs',
  'examples',
];
const PACKAGES = readdirSync(path.join(root, 'packages'));

function filesUnder(name) {
  const full = path.join(root, name);
  if (!statSync(full).isDirectory()) return [name];
  return readdirSync(full).flatMap((entry) => filesUnder(path.join(name, entry)));
}

/** Blanks out comments and imports; line numbers stay the same. */
const withoutComments = (source) =>
  source.replaceAll(/^\s*(?:\/\/|\/?\*|\{\/\*|import |export \*|\} from ).*$/gm, '');

/** The string literals of a source file, which may be shown to people. */
const literalsOf = (source) =>
  withoutComments(source)
    .split('\n')
    .map((line) => (line.match(/'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"|`[^`]*`?|[^`]*`/g) ?? []).join(' '))
    .join('\n');

const isPage = (name) => /\.(?:md|yaml|1)$/.test(name);
// Decisions keep the words of their day.
const isDiary = (name) => name.startsWith('docs/decisions/');

function everythingSaid() {
  const pages = [...OWN_WORDS, ...PACKAGES.map((name) => `packages/${name}/README.md`)]
    .flatMap(filesUnder)
    .filter((name) => isPage(name) && !isDiary(name))
    .map((name) => [name, readFileSync(path.join(root, name), 'utf8')]);
  const sources = PACKAGES.flatMap((name) => filesUnder(`packages/${name}/src`))
    .filter((name) => /\.tsx?$/.test(name) && !/\.test\.ts$|\/testing\/|\/generated\//.test(name))
    .map((name) => {
      const source = readFileSync(path.join(root, name), 'utf8');
      // In .tsx files the text between tags is shown, too.
      return [name, name.endsWith('.tsx') ? withoutComments(source) : literalsOf(source)];
    });
  return [...pages, ...sources];
}

describe('text that people read', () => {
  const said = everythingSaid();

  it.each(PHRASES)('never says %s', (phrase, better) => {
    const pattern = new RegExp(phrase.source, 'i');
    const found = said.flatMap(([name, text]) =>
      text
        .split('\n')
        .flatMap((line, at) => (pattern.test(line) ? [`${name}:${at + 1}: ${line.trim()}`] : [])),
    );
    expect(found, `Write instead: ${better}`).toEqual([]);
  });

  it('is looked at: the list sees help, errors and pages', () => {
    expect(said.length).toBeGreaterThan(300);
    expect(said.map(([, text]) => text).join('\n')).toContain('Maximum cost: ');
  });
});

/**
 * [what not to write in code, what to write]. Looked for in comments, names of tests, and identifiers cut into words.
 * @type {[RegExp, string][]}
 */
const IDIOM = [
  [/^(?:[#>] (?:whose|whoever|what)|whose)\b/, 'begin with a noun or a verb: say what the thing is or does'],
  [
    /^# (?:of|those|who|the same(?: for| as| with| in| at|[,.:]))(?= |$)/,
    'begin with a noun: repeat the thing',
  ],
  [/\bwhoever\b/, 'name them: a client that …, an operator who …'],
  [/\bnobody\b/, 'no one, or name them: no client, no process'],
  [/\bthose of\b/, 'repeat the noun'],
  [/(?<!there )\b(?:is|are|was|were) none\b/, 'there is no …, or: is not a …'],
  [/\bso many\b(?! \w+s\b)/, 'say how many: that number of …'],
  [/\bof whom\b/, 'a sentence of its own'],
  [
    /\b(?:say|says|tell|tells|told|know|knows|and|of|for|by) whose\b/,
    'name the owner, or: which … it belongs to',
  ],
  [/\b(?:one|it|they) likes?\b/, 'any, any number of'],
  [/\breaders? of the screen\b/, 'screen reader'],
  [/\bcollector of garbage\b/, 'garbage collector'],
  [/\bsigns? of life\b/, 'heartbeat'],
  [/\b(?:honour|colour|favour|neighbour|behaviour|flavour|labour)/, 'American spelling: -or'],
  [
    /\b(?:recogni|normali|standardi|organi|initiali|seriali|optimi|summari|minimi|maximi|urbani)s(?:e|ed|es|ing|ation|ations)\b/,
    'American spelling: -ize',
  ],
  [
    /\b(?:cheques?|centres?|licences?|grey|artefacts?|whilst|labelled|travelled|modelled)\b/,
    'American spelling',
  ],
  [/\blook-ups?\b/, 'lookup (noun), look up (verb)'],
  [/\be-mails?\b/, 'email'],
  [/\bcancel(?:ed|ing)\b/, 'cancelled, cancelling, as the contract spells its status'],
];

/** [file, phrase, reason] of the places that keep a phrase. At most 20. */
const ALLOWED = [
  ['packages/web/src/pages/operator-account/dialogs.tsx', 'whoever', 'text of the page, no identifier'],
];

const isCode = (name) =>
  /\.(?:tsx?|mjs|cjs)$/.test(name) && !/\/(?:generated|fixtures|dist|node_modules)\//.test(name);
const lineAt = (source, index) => source.slice(0, index).split('\n').length;

/** The comments of a source file: [index, text as one line]. */
function commentsOf(source) {
  const blocks = [...source.matchAll(/(?<=^|[\s{])\/\*[\s\S]*?\*\//g)].map((match) => [
    match.index,
    match[0].replace(/^\/\*+|\*\/$/g, '').replace(/\n\s*\*?\s*/g, ' '),
  ]);
  const lines = [...source.matchAll(/(?:^[ \t]*\/\/.*\n?)+|(?<=\S)[ \t]+\/\/ .*$/gm)].map((match) => [
    match.index,
    match[0].replace(/\n?[ \t]*\/\/[ \t]*/g, ' '),
  ]);
  return [...blocks, ...lines].map(([index, text]) => [index, text.trim()]);
}

/** The names of tests and of groups of tests. */
const testNamesOf = (source) =>
  [
    ...source.matchAll(/\b(?:it|test|describe)(?:\.\w+)*(?:\([^()'"`]*\))?\(\s*(['"`])((?:\\.|(?!\1).)*)\1/g),
  ].map((match) => [match.index, match[2]]);

/** Identifiers as words: `isNobodyHere` is "is nobody here". Each once a file. */
function identifiersOf(source) {
  const code = source
    .replaceAll(/(?<=^|[\s{])\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/.*$/gm, (comment) =>
      comment.replaceAll(/\S/g, ' '),
    )
    .replaceAll(/`[^`]*`/g, (text) => text.replaceAll(/\S/g, ' '))
    .replaceAll(/'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"/g, (text) => ' '.repeat(text.length));
  const names = new Map();
  for (const { 0: name, index } of code.matchAll(/\b[A-Za-z_$][\w$]*/g))
    if (!names.has(name)) names.set(name, index);
  return [...names].map(([name, index]) => [
    index,
    name
      .replaceAll(/[_$]+/g, ' ')
      .replaceAll(/(?<=[a-z\d])(?=[A-Z])/g, ' ')
      .trim()
      .toLowerCase(),
  ]);
}

/** Every phrase of the idiom in a source file, as `file:line: text (write instead)`. */
function idiomIn(name, source) {
  const texts = [
    // `#` marks the beginning of a comment, `>` that of a test's name, which continues its group's and may begin with "of".
    ...commentsOf(source).map(([index, text]) => [index, `# ${text}`]),
    ...testNamesOf(source).map(([index, text]) => [index, `> ${text}`]),
    ...identifiersOf(source),
  ];
  return texts.flatMap(([index, text]) =>
    IDIOM.filter(([phrase]) => new RegExp(phrase.source, 'i').test(text)).map(
      ([, better]) => `${name}:${lineAt(source, index)}: ${text} (write instead: ${better})`,
    ),
  );
}

describe('the code', () => {
  const self = 'scripts/words.test.mjs';
  const names = [
    ...PACKAGES.flatMap((name) => [`packages/${name}/src`, `packages/${name}/scripts`]),
    'scripts',
    'acceptance',
    'examples',
  ]
    .filter((name) => existsSync(path.join(root, name)))
    .flatMap(filesUnder)
    .filter((name) => isCode(name) && name !== self);
  const found = names.flatMap((name) => idiomIn(name, readFileSync(path.join(root, name), 'utf8')));
  /** @param {string} place @param {string[]} allowed */
  const isAt = (place, [file, phrase]) => place.startsWith(`${file}:`) && place.includes(phrase);
  const places = found.filter((place) => !ALLOWED.some((allowed) => isAt(place, allowed)));

  it('is in plain American English: comments, names of tests, identifiers', () => {
    expect(names.length).toBeGreaterThan(1000);
    expect(places).toEqual([]);
  });

  it('keeps at most 20 places, each for a reason and still there', () => {
    expect(ALLOWED.length).toBeLessThanOrEqual(20);
    for (const allowed of ALLOWED) {
      expect(
        found.some((place) => isAt(place, allowed)),
        allowed.join(),
      ).toBe(true);
      expect(allowed[2]).not.toBe('');
    }
  });

  it.each([
    ['a comment', '/** Whose lookups of which day. */\n', 1],
    ['a comment of several lines', "// One\n// of those of yesterday.\nconst a = 'nobody';\n", 1],
    ['a comment behind code', 'f(); // nobody asks\n', 1],
    ['the name of a test', "it('asks nobody', () => {});\n", 1],
    ['an identifier', 'const whoseKey = 1, isNobody = 2;\n', 2],
    ['a string of the program, which is not looked at here', "f('nobody', 'http://whose.test');\n", 0],
  ])('is looked at: %s', (_what, source, count) => {
    expect(idiomIn('a.ts', source)).toHaveLength(count);
  });
});

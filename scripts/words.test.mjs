// Words that must not come back: British spellings anywhere that people read, and turns of phrase in comments, names of tests and
// identifiers that make a reader stop. To add one, add a row; the test then names every place that has it.
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';

const root = path.resolve(import.meta.dirname, '..');

/**
 * [what not to write anywhere, what to write]. Case does not matter.
 * @type {[RegExp, string][]}
 */
const SPELLING = [
  [/\blook-ups?\b/, 'lookup (noun), look up (verb)'],
  [/\be-mails?\b/, 'email'],
  [/\b(?:colour|favour|behaviour|flavour|labour)|\bhonour(?:s|ed|ing)?\b/, 'American spelling: -or'],
  [
    // Addresses are read in both spellings of urbanization; lexicon.ts has one after the other.
    /\b(?:recogni|normali|standardi|organi|initiali|seriali|optimi|summari|minimi|maximi|(?<!urbanization )urbani)s(?:e|es|ed|ing|ations?)\b/,
    'American spelling: -ize',
  ],
  [/\bcheques?\b/, 'check'],
  [/\bcanceled\b/, 'cancelled, as the contract spells its status'],
  [/\b1 rows\b|\b1 accounts\b|\b1 files\b/, 'the singular'],
];

/**
 * [what not to write in pages and code, what to write]. `#` marks a line of a page or the beginning of a comment, `>` the beginning of
 * a test's name, which continues its group's and may begin with "of". IDIOM is for code alone.
 * @type {[RegExp, string][]}
 */
const PROSE = [
  [/\bwhose\b/, 'with …, or a new sentence'],
  [/\bwhoever\b/, 'name them: a client that …, an operator who …'],
  [/(?<!\buser `?)\bnobody\b/, 'no one, or name them: no client, no process'],
  [/\bthose of\b/, 'repeat the noun'],
];
/** @type {[RegExp, string][]} */
const IDIOM = [
  ...PROSE,
  [/^[#>] what\b/, 'begin with a noun or a verb: say what the thing is or does'],
  [
    /^# (?:of|those|who|the same(?: for| as| with| in| at|[,.:]))(?= |$)/,
    'begin with a noun: repeat the thing',
  ],
  [/(?<!there )\b(?:is|are|was|were) none\b/, 'there is no …, or: is not a …'],
  [/\bso many\b(?! \w+s\b)/, 'say how many: that number of …'],
  [/\bof whom\b/, 'a sentence of its own'],
  [/\b(?:one|it|they) likes?\b/, 'any, any number of'],
  [/\breaders? of the screen\b/, 'screen reader'],
  [/\bcollector of garbage\b/, 'garbage collector'],
  [/\bsigns? of life\b/, 'heartbeat'],
  [/\bneighbour/, 'American spelling: -or'],
  [/\b(?:centres?|licences?|grey|artefacts?|whilst|labelled|travelled|modelled)\b/, 'American spelling'],
  [/\bcanceling\b/, 'cancelling'],
];

const SPELLING_AND_IDIOM = [...SPELLING, ...IDIOM];

const OWN_WORDS = [
  'README.md',
  'CONTRIBUTING.md',
  'SECURITY.md',
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

/** Everything in a source file that people read, as [index, text]. */
function textsOf(name, source) {
  // In .tsx files the text between tags is shown, too. What is in a test is shown to no one.
  const isShown = /^packages\/[^/]+\/src\//.test(name) && !/\.test\.ts$|\/testing\//.test(name);
  const shown = name.endsWith('.tsx') ? withoutComments(source) : literalsOf(source);
  let index = 0;
  const lines = shown.split('\n').map((line) => {
    const at = index;
    index += line.length + 1;
    return [at, `" ${line.trim()}`];
  });
  return [
    ...commentsOf(source).map(([at, text]) => [at, `# ${text}`]),
    ...testNamesOf(source).map(([at, text]) => [at, `> ${text}`]),
    ...identifiersOf(source),
    ...(isShown ? lines : []),
  ];
}

/** All phrases of a list as one expression: almost every text has none of them. */
const anyOf = new Map();
function hasAny(rows, text) {
  const any = anyOf.get(rows) ?? new RegExp(rows.map(([{ source }]) => source).join('|'), 'i');
  anyOf.set(rows, any);
  return any.test(text);
}

const faultsOf = (place, text, rows) =>
  hasAny(rows, text)
    ? rows
        .filter(([phrase]) => new RegExp(phrase.source, 'i').test(text))
        .map(([, better]) => `${place()}: ${text.trim()} (write instead: ${better})`)
    : [];

/** Every fault of a page. Decisions keep the spelling of their day; generated pages repeat strings, which have an idiom of their own. */
function faultsOn(name, source) {
  const rows = name.startsWith('docs/decisions/') ? [] : [...SPELLING];
  if (name.endsWith('.md') && !source.startsWith('<!-- Generated')) rows.push(...PROSE);
  if (rows.length === 0) return [];
  return source.split('\n').flatMap((line, at) => faultsOf(() => `${name}:${at + 1}`, `# ${line}`, rows));
}

/** Every fault of a source file, as `file:line: text (write instead)`. */
const faultsIn = (name, source) =>
  textsOf(name, source).flatMap(([index, text]) =>
    // A string of the program has an idiom of its own.
    faultsOf(
      () => `${name}:${lineAt(source, index)}`,
      text,
      text.startsWith('"') ? SPELLING : SPELLING_AND_IDIOM,
    ),
  );

describe('everything that people read', () => {
  const pages = [...OWN_WORDS, ...PACKAGES.map((name) => `packages/${name}/README.md`)]
    .flatMap(filesUnder)
    .filter(isPage);
  const code = [
    ...PACKAGES.flatMap((name) => [`packages/${name}/src`, `packages/${name}/scripts`]),
    ...['scripts', 'acceptance', 'examples'],
  ]
    .filter((name) => existsSync(path.join(root, name)))
    .flatMap(filesUnder)
    .filter((name) => isCode(name) && name !== 'scripts/words.test.mjs');

  it('is in plain American English: pages, strings, comments, names of tests, identifiers', () => {
    expect(pages.length).toBeGreaterThan(20);
    expect(code.length).toBeGreaterThan(1000);
    const read = (name) => readFileSync(path.join(root, name), 'utf8');
    const faults = [
      ...pages.flatMap((name) => faultsOn(name, read(name))),
      ...code.flatMap((name) => faultsIn(name, read(name))),
    ];
    expect(faults).toEqual([]);
  });

  it.each([
    ['a comment', '/** Lookups whose day is over, by the user `nobody`. */\n', 1],
    ['a comment of several lines', "// One\n// of those of yesterday.\nconst a = 'nobody';\n", 1],
    ['a comment behind code', 'f(); // nobody asks\n', 1],
    ['the name of a test', "it('asks nobody', () => {});\n", 1],
    ['an identifier', 'const whoseKey = 1, isNobody = 2;\n', 2],
    ['a string of the program, by its spelling', "f('nobody sends e-mails', 'http://whose.test');\n", 1],
  ])('is looked at: %s', (_what, source, count) => {
    expect(faultsIn('packages/a/src/a.ts', source)).toHaveLength(count);
  });

  it('is looked at: a page, unless it repeats the strings of a program', () => {
    expect(faultsOn('docs/a.md', 'One.\nAsk whoever runs it, whose key it is.\n')).toHaveLength(2);
    expect(faultsOn('docs/a.md', '<!-- Generated -->\nAsk whoever runs it.\n')).toEqual([]);
  });
});

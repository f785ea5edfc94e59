// Phrases that must not come back into anything a person reads: help, prompts, errors, pages, READMEs, the contract. Each has
// the wording to use instead. To add one, add a row; the test then names every place that still has it.
import { readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';

import { describe, expect, it } from 'vitest';

const root = path.resolve(import.meta.dirname, '..');

/** [what not to write, what to write]. Case does not matter. */
const PHRASES = [
  [/\blook-ups?\b/, 'lookup (noun), look up (verb)'],
  [/\be-mails?\b/, 'email'],
  [/\bcolours?\b/, 'color'],
  [/\bhonour(s|ed|ing)?\b/, 'honor, or: support'],
  [/\brecogni[s]e[sd]?\b/, 'recognize'],
  [/\bstandardis(e|es|ed|ing|ation)\b/, 'standardize'],
  [/\bnormalis(e|es|ed|ing|ation)\b/, 'normalize'],
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

describe('what people read', () => {
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

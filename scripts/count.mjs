// Counts what there is to read: hand-written source, tests and generated code, by package and folder.
//
//   npm run count                    the checkout
//   npm run count -- /path/to/clone  another one
//   npm run count -- --budget        fails where a folder has more lines than scripts/budget.json allows (part of npm run check)
//   npm run count -- --lower         lowers the budget to the lines of today, after a commit that deletes
//
// The budget is raised by hand, with a sentence in the commit that says what was bought.
//
// Source is what git tracks and a person wrote: .ts, .tsx, .mjs, .cjs and .js that is neither test nor generated. What tests lean on
// (scripts/, acceptance/support, testing/) is source as well.
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

const CODE = /\.(ts|tsx|mjs|cjs|js)$/;
const TEST = /\.test\.(ts|tsx|mjs)$/;
const GENERATED = /\/generated\//;
const PRODUCT = /^packages\/[^/]+\/src$/;

const kindOf = (file) => (GENERATED.test(file) ? 'generated' : TEST.test(file) ? 'tests' : 'source');

/** packages/server/src/money/billing for a file anywhere below it; the package for a file outside its folders. */
function folderOf(file) {
  const parts = path.dirname(file).split('/');
  const inPackage = parts[1] === 'server' ? 5 : 4;
  const depth = parts[0] === 'packages' ? inPackage : 2;
  return parts.slice(0, depth).join('/');
}

const groupOf = (file) => {
  const [first, second] = file.split('/');
  return first === 'packages' ? `packages/${second}` : first === path.basename(file) ? '.' : first;
};

/** How many code files and lines of each kind there are, of `nameOf(file)`. */
export function count(root, nameOf) {
  const files = execFileSync('git', ['ls-files', '-z'], { cwd: root, encoding: 'utf8' }).split('\0');
  const table = new Map();
  // Git still lists files that were deleted since the last commit.
  const here = files.filter((name) => CODE.test(name) && existsSync(path.join(root, name)));
  for (const file of here) {
    const text = readFileSync(path.join(root, file), 'utf8');
    const row = table.get(nameOf(file)) ?? { source: [], tests: [], generated: [] };
    row[kindOf(file)].push(text.split('\n').length - 1);
    table.set(nameOf(file), row);
  }
  return new Map([...table].sort(([a], [b]) => (a < b ? -1 : 1)));
}

const sum = (numbers) => numbers.reduce((total, number) => total + number, 0);
const COLUMNS = ['modules', 'source', 'test files', 'tests', 'generated'];
const cells = ({ source, tests, generated }) =>
  [source.length, sum(source), tests.length, sum(tests), sum(generated)].map((n) =>
    n.toLocaleString('en-US'),
  );

function print(title, table) {
  const line = (name, values) =>
    console.log(name.padEnd(36) + values.map((value) => value.padStart(11)).join(''));
  line(title, COLUMNS);
  for (const [name, row] of table) line(name, cells(row));
  console.log('');
}

const BUDGET = path.join(import.meta.dirname, 'budget.json');

/** Lines of source and tests of each folder. */
const linesIn = (root) =>
  [...count(root, folderOf)].map(([folder, row]) => [
    folder,
    { source: sum(row.source), tests: sum(row.tests) },
  ]);

/** @returns a sentence for each folder that has more lines than its budget */
function overBudget(root) {
  const budget = JSON.parse(readFileSync(BUDGET, 'utf8'));
  return linesIn(root).flatMap(([folder, lines]) =>
    Object.entries(lines)
      .filter(([kind, n]) => n > (budget[folder]?.[kind] ?? 0))
      .map(
        ([kind, n]) => `${folder} has ${n} lines of ${kind}, and a budget of ${budget[folder]?.[kind] ?? 0}.`,
      ),
  );
}

function lowerBudget(root) {
  const budget = JSON.parse(readFileSync(BUDGET, 'utf8'));
  const lowered = linesIn(root).map(([folder, lines]) => [
    folder,
    Object.fromEntries(
      Object.entries(lines).map(([kind, n]) => [kind, Math.min(n, budget[folder]?.[kind] ?? 0)]),
    ),
  ]);
  const rows = lowered.map(
    ([folder, lines]) =>
      `  ${JSON.stringify(folder)}: ${JSON.stringify(lines).replace(/[:,{]/g, '$& ').replace('}', ' }')}`,
  );
  writeFileSync(BUDGET, `{\n${rows.join(',\n')}\n}\n`);
}

if (process.argv[1] === import.meta.filename && process.argv[2]?.startsWith('--')) {
  const root = path.join(import.meta.dirname, '..');
  if (process.argv[2] === '--lower') lowerBudget(root);
  const sentences = overBudget(root);
  for (const sentence of sentences) console.log(sentence);
  process.exitCode = sentences.length === 0 ? 0 : 1;
} else if (process.argv[1] === import.meta.filename) {
  const root = path.resolve(process.argv[2] ?? path.join(import.meta.dirname, '..'));
  const all = count(root, () => 'all');
  const sorted = [...all.values()][0].source.sort((a, b) => a - b);
  print('', all);
  print('by package', count(root, groupOf));
  print('by folder', new Map([...count(root, folderOf)].filter(([name]) => !PRODUCT.test(name))));
  console.log(`median source module: ${sorted[Math.floor(sorted.length / 2)]} lines`);
  const below = (limit) => sorted.filter((lines) => lines <= limit).length;
  console.log(
    `of at most 15 lines: ${below(15)}; 25: ${below(25)}; 40: ${below(40)}; over 300: ${sorted.length - below(300)}`,
  );
}

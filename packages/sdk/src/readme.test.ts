// Runs the README's programs for tests and compares their output with their comments.
import { execFile } from 'node:child_process';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import ts from 'typescript';
import { expect, it } from 'vitest';

const packageFolder = join(import.meta.dirname, '..');
const readme = await readFile(join(packageFolder, 'README.md'), 'utf8');
const testing = readme.slice(readme.indexOf('## Testing your program'));
const programs = [...testing.matchAll(/^```ts\n([\s\S]*?)^```$/gm)].map(([, code = '']) => code);

it.each(programs)('%s', async (code) => {
  const promised = [...code.matchAll(/console\.log\(.*\); \/\/ (.*)$/gm)].map(([, text]) => text);
  expect(promised.length).toBeGreaterThan(0);
  const client = code.includes("from '@skiptrace/sdk';")
    ? ''
    : "import { SkipTrace } from '@skiptrace/sdk';\n";
  const { outputText } = ts.transpileModule(client + code, {
    compilerOptions: { module: ts.ModuleKind.ESNext, target: ts.ScriptTarget.ES2022 },
  });
  // Folder in which the built package is found.
  const folder = join(packageFolder, '..', '..', 'node_modules', '.cache', 'readme');
  await mkdir(folder, { recursive: true });
  const program = join(folder, `program-${programs.indexOf(code)}.mjs`);
  await writeFile(program, outputText);
  const { stdout } = await promisify(execFile)(process.execPath, [program]);
  expect(stdout.trim().split('\n')).toEqual(promised);
});

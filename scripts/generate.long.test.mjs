import { appendFile, mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { parse } from 'yaml';
import { documentFiles, run } from './generate.mjs';

const SOURCE = new URL('../openapi.yaml', import.meta.url);
const yamlText = await readFile(SOURCE, 'utf8');

let directory;
let lines;
const say = (line) => lines.push(line);
const generate = (...options) => run(options, { target: directory, out: say, err: say });

beforeEach(async () => {
  directory = await mkdtemp(path.join(tmpdir(), 'generate-'));
  lines = [];
});
afterEach(() => rm(directory, { recursive: true }));

test('writes every file with a first line that says where it comes from, and --check is content', async () => {
  expect(await generate()).toBe(0);
  const names = (await readdir(directory)).sort();
  const ofApp = ['app-document.ts', 'app-operations.ts', 'app.ts'];
  expect(names).toEqual([...ofApp, 'document.ts', 'openapi.ts', 'operations.ts', 'vocabulary.ts']);
  for (const name of names) {
    const [first] = (await readFile(path.join(directory, name), 'utf8')).split('\n');
    const source = ofApp.includes(name) ? 'app.yaml' : 'openapi.yaml';
    expect(first).toBe(`// Generated from ${source} by \`npm run generate\`. Do not edit.`);
  }
  expect(await generate('--check')).toBe(0);
});

test('the committed files match openapi.yaml', async () => {
  expect(await run(['--check'], { err: say })).toBe(0);
  expect(lines).toEqual([]);
});

test('--check fails on a file that is missing or was edited, says what to run, and writes nothing', async () => {
  await generate();
  await appendFile(path.join(directory, 'operations.ts'), '// by hand\n');
  await rm(path.join(directory, 'vocabulary.ts'));
  lines = [];
  expect(await generate('--check')).toBe(1);
  expect(lines.join('\n')).toMatch(/operations\.ts, vocabulary\.ts[^]*npm run generate/);
  expect(await readdir(directory)).not.toContain('vocabulary.ts');
});

test('the same document gives the same bytes', async () => {
  const contents = async () => {
    const names = (await readdir(directory)).sort();
    return Promise.all(names.map((name) => readFile(path.join(directory, name), 'utf8')));
  };
  await generate();
  const first = await contents();
  await rm(directory, { recursive: true });
  await generate();
  expect(await contents()).toEqual(first);
});

test('a build writes only the two documents, and --check does not require them', async () => {
  expect(await generate('--documents')).toBe(0);
  expect((await readdir(directory)).sort()).toEqual(['app-document.ts', 'document.ts']);
  await generate();
  await rm(path.join(directory, 'document.ts'));
  expect(await generate('--check')).toBe(0);
});

test('the text of the document survives byte for byte', async () => {
  const odd = `${yamlText}# \\ \` \${x} "quoted" \u2028 ü\n`;
  const file = path.join(directory, 'document.mjs');
  const { 'document.ts': content } = documentFiles(odd, {});
  await writeFile(file, content.replaceAll(/: (string|unknown) =/g, ' ='));
  const { openapiYaml, openapiDocument } = await import(file);
  expect(openapiYaml).toBe(odd);
  expect(openapiDocument).toEqual(parse(yamlText));
});

test('an unknown option is refused', async () => {
  expect(await generate('--chek')).toBe(2);
  expect(lines.join()).toContain('--chek');
  expect(await readdir(directory)).toEqual([]);
});

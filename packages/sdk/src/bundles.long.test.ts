// Bundles the built package into programs, as bundlers do by its export conditions.
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { build as esbuild, type BuildOptions } from 'esbuild';
import { build as vite } from 'vite';
import { describe, expect, it, onTestFinished } from 'vitest';
import webpack from 'webpack';

const program = `
  import { isSkipTraceError, SkipTrace } from '@skiptrace/sdk';
  export async function owner(address) {
    const client = new SkipTrace({ apiKey: 'pc_test' });
    return client.lookup(address).catch((error) => isSkipTraceError(error, 'insufficient_balance'));
  }
  export const file = async (id) => new SkipTrace({ apiKey: 'pc_test' }).jobs.handle(id).stream();
`;

/** A folder of this package, where the package's own name resolves to it, with the program in it. */
async function project(code = program): Promise<{ folder: string; entry: string }> {
  const folder = join(import.meta.dirname, '..', 'node_modules', `.bundle-${crypto.randomUUID()}`);
  await mkdir(folder, { recursive: true });
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const entry = join(folder, code === program ? 'program.js' : 'program.cjs');
  await writeFile(entry, code);
  return { folder, entry };
}

/** The emitted code, and the bundler's warnings and errors. */
interface Bundle {
  readonly code: string;
  readonly said: readonly string[];
}

async function withEsbuild(options: BuildOptions): Promise<Bundle> {
  const { entry } = await project();
  const common: BuildOptions = { bundle: true, minify: true, write: false, logLevel: 'silent' };
  const { outputFiles, warnings } = await esbuild({
    entryPoints: [entry],
    format: 'esm',
    ...common,
    ...options,
  });
  return {
    code: outputFiles?.map(({ text }) => text).join('\n') ?? '',
    said: warnings.map(({ text }) => text),
  };
}

async function withWebpack(target: 'webworker' | 'node', code?: string): Promise<Bundle> {
  const { folder, entry } = await project(code);
  const output = join(folder, 'out');
  const settings: webpack.Configuration = {
    mode: 'production',
    // Only size is measured, and only for web builds; a build for Node is not minified.
    optimization: { minimize: target !== 'node' },
    output: { path: output, library: { type: target === 'node' ? 'commonjs2' : 'this' } },
  };
  const stats = await new Promise<webpack.Stats | undefined>((resolve, reject) => {
    webpack({ ...settings, target, entry }, (error, done) => (error ? reject(error) : resolve(done)));
  });
  const { errors = [], warnings = [] } = stats?.toJson({ errors: true, warnings: true }) ?? {};
  return { code: await allOf(output), said: [...errors, ...warnings].map(({ message }) => message) };
}

async function withVite(): Promise<Bundle> {
  const { folder, entry } = await project();
  const said: string[] = [];
  const say = (text: string) => void said.push(text);
  const quiet = { info: () => {}, clearScreen: () => {}, hasErrorLogged: () => false, hasWarned: false };
  await vite({
    root: folder,
    configFile: false,
    customLogger: { ...quiet, warn: say, warnOnce: say, error: say },
    build: { lib: { entry, formats: ['es'], fileName: 'out' }, outDir: 'out' },
  });
  return { code: await allOf(join(folder, 'out')), said };
}

async function allOf(folder: string): Promise<string> {
  const names = await readdir(folder);
  return (await Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')))).join('\n');
}

/** A Node module, or undici, which is recognized by its code. */
const ofNode = /["'`]node:\w+|EnvHttpProxyAgent|llhttp/;

describe('a program without Node', () => {
  it.each([
    ['esbuild for browsers', () => withEsbuild({ platform: 'browser' })],
    ['esbuild for any runtime', () => withEsbuild({ platform: 'neutral' })],
    ['esbuild for Workers', () => withEsbuild({ platform: 'neutral', conditions: ['workerd', 'worker'] })],
    ['webpack for web workers', () => withWebpack('webworker')],
    ['Vite', withVite],
  ])('is bundled by %s without a word, a module of Node or undici', async (_name, bundle) => {
    const { code, said } = await bundle();
    expect(said).toEqual([]);
    expect(code).not.toMatch(ofNode);
    expect(code).toContain('insufficient_balance');
    expect(gzipSync(code).byteLength).toBeLessThan(40_000);
  });
});

describe('a program for Node', () => {
  it.each([
    ['esbuild', () => withEsbuild({ platform: 'node' })],
    [
      'webpack, from CommonJS',
      () => withWebpack('node', `module.exports = require('@skiptrace/sdk').SkipTrace`),
    ],
  ])('is bundled by %s with undici and without a word', async (_name, bundle) => {
    const { code, said } = await bundle();
    expect(said).toEqual([]);
    expect(code).toMatch(ofNode);
  });
});

import { execFileSync } from 'node:child_process';
import path from 'node:path';
import { operationPolicies } from '@skiptrace/contract';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import { samples } from '../packages/server/scripts/docs/samples.mjs';
import { root } from './support/packages.mjs';

const of = (language) =>
  Object.entries(samples).map(([id, both]) => [id, both.find(({ lang }) => lang === language)?.source ?? '']);

describe('samples of the API documentation', () => {
  it('are there for every operation', () => {
    expect(Object.keys(samples).sort()).toEqual(Object.keys(operationPolicies).sort());
  });

  it('type-check against the SDK', () => {
    const files = new Map(
      of('ts').map(([id, source]) => [path.join(root, 'examples', `sample-${id}.ts`), source]),
    );
    const config = ts.getParsedCommandLineOfConfigFile(
      path.join(root, 'examples/tsconfig.json'),
      {},
      { ...ts.sys, onUnRecoverableConfigFileDiagnostic: () => undefined },
    );
    const options = config?.options ?? {};
    const host = ts.createCompilerHost(options);
    const [read, exists] = [host.getSourceFile.bind(host), host.fileExists.bind(host)];
    host.fileExists = (file) => files.has(file) || exists(file);
    host.getSourceFile = (file, how, ...rest) => {
      const sample = files.get(file);
      return sample === undefined ? read(file, how, ...rest) : ts.createSourceFile(file, sample, how);
    };
    const program = ts.createProgram({ rootNames: [...files.keys()], options, host });
    const faults = ts
      .getPreEmitDiagnostics(program)
      .map(({ file, messageText }) => [
        path.basename(file?.fileName ?? ''),
        ts.flattenDiagnosticMessageText(messageText, '\n'),
      ]);
    expect(faults).toEqual([]);
  }, 60_000);

  it.each(of('sh'))('%s is a command with options that the command line has: %s', (_, source) => {
    const [program, ...words] = source.replace(/ > .*$/, '').match(/'[^']*'|\S+/g) ?? [];
    expect(program).toBe('skiptrace');
    const command = words[0] === 'jobs' ? words.slice(0, 2) : words.slice(0, 1);
    const bin = path.join(root, 'packages/cli/bin/skiptrace.js');
    const help = execFileSync(process.execPath, [bin, ...command, '--help'], { encoding: 'utf8' });
    expect(help).toContain(`Usage: skiptrace ${command.join(' ')}`);
    for (const option of words.filter((word) => word.startsWith('--'))) expect(help).toContain(option);
  });
});

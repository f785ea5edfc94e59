// Compiles every example in a doc comment and in the README against the current package.
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import ts from 'typescript';
import { expect, it } from 'vitest';

const packageFolder = join(import.meta.dirname, '..');

interface Example {
  /** Location of the example, for the failure message. */
  readonly place: string;
  readonly code: string;
}

/** Declarations that examples may use besides this package's exports. */
const given = `
declare const client: SkipTrace;
declare const leads: { address: string; lead: string }[];
declare const stream: AsyncIterable<string>;
declare const columnMapping: ColumnMapping;
declare const error: unknown;
declare const request: Request;
declare function save(...what: unknown[]): void;
declare function saveSomewhere(token: string): void;
`;

function examplesOf(file: string): Example[] {
  const text = readFileSync(file, 'utf8');
  const place = relative(packageFolder, file);
  if (file.endsWith('.md')) {
    const blocks = [...text.matchAll(/^```(?:js|ts)\n([\s\S]*?)^```$/gm)];
    return blocks.map(([, code = ''], nth) => ({ place: `${place} #${nth + 1}`, code }));
  }
  const comments = [...text.matchAll(/@example\n([\s\S]*?)\*\//g)];
  return comments.map(([, body = ''], nth) => ({
    place: `${place} #${nth + 1}`,
    code: body.replace(/^\s*\* ?/gm, ''),
  }));
}

/** The example as a module: imports the names it uses but does not declare or import itself. */
function moduleOf({ code }: Example): string {
  const own = given
    .split('\n')
    .filter((line) => {
      const name = /(?:const|function) (\w+)/.exec(line)?.[1];
      return name !== undefined && !new RegExp(`(?:const|let) (?:\\{[^}]*)?${name}\\b`).test(code);
    })
    .join('\n');
  const imported = (from: string, names: string[]) => {
    const free = names.filter((name) => !new RegExp(`import[^;]*\\b${name}\\b`).test(code));
    return `import { ${free.join(', ')} } from '${from}';`;
  };
  return [
    imported('./index.js', [
      'SkipTrace',
      'isSkipTraceError',
      'type Middleware',
      'type ColumnMapping',
      'webhooks',
    ]),
    imported('./testing/index.js', [
      'ScenarioServer',
      'MswScenarios',
      'FakeClock',
      'rateLimited',
      'htmlPage',
      'reset',
      'match',
      'mockSkipTrace',
    ]),
    imported('msw', ['http']),
    imported('msw/node', ['setupServer']),
    own,
    code
      .replaceAll("'@skiptrace/sdk'", "'./index.js'")
      .replaceAll("'@skiptrace/sdk/testing'", "'./testing/index.js'"),
    'export {};',
  ].join('\n');
}

// Allows for starting the compiler on a busy machine.
const timeoutMs = 90_000;

it('compiles', { timeout: timeoutMs }, () => {
  const sources = readdirSync(import.meta.dirname, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
    .map((name) => join(import.meta.dirname, name));
  const examples = [...sources, join(packageFolder, 'README.md')].flatMap(examplesOf);
  expect(examples.length).toBeGreaterThan(8);

  const files = new Map(
    examples.map((example, nth) => [join(import.meta.dirname, `example-${nth}.ts`), example] as const),
  );
  const config = ts.readConfigFile(join(packageFolder, 'tsconfig.json'), (path) => ts.sys.readFile(path));
  const { options } = ts.parseJsonConfigFileContent(config.config, ts.sys, packageFolder);
  const host = ts.createCompilerHost({ ...options, noUnusedLocals: false });
  const { readFile, fileExists } = host;
  host.fileExists = (path) => files.has(path) || fileExists(path);
  host.readFile = (path) => {
    const example = files.get(path);
    return example ? moduleOf(example) : readFile(path);
  };
  const program = ts.createProgram([...files.keys()], { ...options, composite: false }, host);
  const complaints = [...files].flatMap(([path, { place }]) =>
    program
      .getSemanticDiagnostics(program.getSourceFile(path))
      .concat(program.getSyntacticDiagnostics(program.getSourceFile(path)))
      .map(({ messageText }) => `${place}: ${ts.flattenDiagnosticMessageText(messageText, '\n')}`),
  );
  expect(complaints).toEqual([]);
});

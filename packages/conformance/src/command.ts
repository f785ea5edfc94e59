import { readFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { readings, specification } from './checks.js';
import { FixturesError, keysOf, parseFixtures, type Fixtures } from './fixtures.js';
import { dollars } from './http/exchange.js';
import type { Check, Clock } from './suite/check.js';
import { runChecks, type CheckResult, type RunReport, CannotBegin } from './suite/run.js';

/** The parts of the process that the command uses. */
export interface Surroundings {
  args: readonly string[];
  env: Readonly<Record<string, string | undefined>>;
  out(text: string): void;
  err(text: string): void;
  clock: Clock;
}

const EXIT = { ok: 0, failed: 1, usage: 2 } as const;

/** Runs the command and returns its exit code. */
export async function command(surroundings: Surroundings): Promise<number> {
  try {
    return await execute(readOptions(surroundings.args, surroundings.env), surroundings);
  } catch (error) {
    if (error instanceof CannotBegin) surroundings.err(`${error.message}\n`);
    else if (error instanceof UsageError)
      surroundings.err(`${error.message}\nRun skiptrace-conformance --help for what it takes.\n`);
    else throw error;
    return EXIT.usage;
  }
}

async function execute(options: Options, { out, clock }: Surroundings): Promise<number> {
  if (options.help) {
    out(HELP);
    return EXIT.ok;
  }
  if (options.version) {
    out(`skiptrace-conformance ${await version()}\n`);
    return EXIT.ok;
  }
  const checks = chosen(options);
  if (options.list) {
    out(`${options.json ? JSON.stringify(listDocument(checks), null, 2) : listLines(checks)}\n`);
    return EXIT.ok;
  }
  const fixtures = await readFixtures(options.fixturesPath);
  const redact = redactor([options.key, ...keysOf(fixtures)]);
  const print = (text: string) => out(`${redact(text)}\n`);
  const report = await runChecks(checks, {
    ...options,
    fixtures,
    clock,
    onResult: (result) => {
      if (!options.json) print(resultLines(result));
    },
  });
  print(
    options.json
      ? JSON.stringify(reportDocument(options.baseUrl, report), null, 2)
      : `\n${summaryLine(report)}`,
  );
  return countsOf(report.results).failed > 0 ? EXIT.failed : EXIT.ok;
}

/** The published version: package.json stands beside `src` and `dist`. */
async function version(): Promise<string> {
  const manifest = await readFile(new URL('../package.json', import.meta.url), 'utf8');
  return (JSON.parse(manifest) as { version: string }).version;
}

function chosen({ readings: withReadings, only }: Options): Check[] {
  const all = withReadings ? [...specification, ...readings] : specification;
  const checks = all.filter(({ id }) => only === null || only.test(id));
  if (checks.length === 0) throw new UsageError(`no check fits --only ${only?.source ?? ''}`);
  return [...checks];
}

async function readFixtures(file: string | null): Promise<Fixtures> {
  if (file === null) return {};
  try {
    return parseFixtures(await readFile(file, 'utf8'));
  } catch (error) {
    if (error instanceof FixturesError) throw new UsageError(`--fixtures ${file}: ${error.message}`);
    throw new UsageError(`--fixtures ${file} cannot be read: ${error instanceof Error ? error.message : ''}`);
  }
}

/** Removes keys, and the signatures of links, from printed text. */
export const redactor =
  (keys: readonly string[]) =>
  (text: string): string =>
    keys
      .filter((key) => key.length > 0)
      .reduce((rest, key) => rest.replaceAll(key, 'pc_…'), text)
      .replace(/\bpc_[A-Za-z0-9_-]{8,}/g, 'pc_…')
      .replace(/([?&](?:signature|sig|X-Amz-Signature|token)=)[^&\s"']+/gi, '$1…');

const MARK = { passed: 'passed ', failed: 'FAILED ', skipped: 'skipped' } as const;

/** Lines about one check for a person: its result, and the problems below it. */
function resultLines(result: CheckResult): string {
  const { outcome, id, sentence, reason, expected, received, exchange, requestId } = result;
  const details = [
    ...(reason === undefined ? [] : [`skipped because ${reason}`]),
    ...(expected === undefined ? [] : [`expected  ${expected}`]),
    ...(received === undefined ? [] : [`received  ${received}`]),
    ...(exchange === undefined ? [] : [`request   ${exchange}`]),
    ...(requestId === undefined ? [] : [`id        ${requestId}`]),
  ];
  return [`${MARK[outcome]} ${id}: ${sentence}`, ...details.map((line) => `          ${line}`)].join('\n');
}

interface Counts {
  passed: number;
  failed: number;
  skipped: number;
}

const countsOf = (results: readonly CheckResult[]): Counts => {
  const counts = { passed: 0, failed: 0, skipped: 0 };
  for (const { outcome } of results) counts[outcome] += 1;
  return counts;
};

function summaryLine({ results, spentCents }: RunReport): string {
  const { passed, failed, skipped } = countsOf(results);
  return `${passed} passed, ${failed} failed, ${skipped} skipped; ${dollars(spentCents)} charged`;
}

/** The document of `--json`. */
const reportDocument = (baseUrl: string, report: RunReport) => ({
  baseUrl,
  ...countsOf(report.results),
  spentCents: report.spentCents,
  checks: report.results,
});

/** The document of `--list --json`. */
const listDocument = (checks: readonly Check[]) => ({
  checks: checks.map(({ id, section, sentence, needs, late }) => ({ id, section, sentence, needs, late })),
});

function listLines(checks: readonly Check[]): string {
  const lines: string[] = [];
  let section = '';
  for (const check of checks) {
    if (check.section !== section) lines.push(`${lines.length === 0 ? '' : '\n'}${check.section}`);
    section = check.section;
    const needs = check.needs.length === 0 ? '' : ` (needs ${check.needs.join(', ')})`;
    lines.push(`  ${check.id}: ${check.sentence}${needs}`);
  }
  return lines.join('\n');
}

const HELP = `skiptrace-conformance: does a server keep the skip tracing contract?

  skiptrace-conformance --base-url URL --key KEY --fixtures FILE --max-cost DOLLARS

  --base-url URL       where the service answers, without /api
  --key KEY            the API key that pays; or SKIPTRACE_API_KEY
  --fixtures FILE      what the suite may use: known matches, other accounts; see fixtures.schema.json
  --max-cost DOLLARS   the most the run may be charged; 0 when not given
  --readings           also check what skiptrace's own server decides where the specification is silent
  --only PATTERN       only checks whose id fits this regular expression
  --list               say which checks there are, and make none
  --json               one JSON document on standard output
  --version
  --help

Ends with 0 when nothing failed, 1 when a check failed, 2 when it was called wrongly, no server
answers, the key is refused, an account has a price or limits other than the default, or the reader
of its output went away.
`;

const OPTIONS = {
  'base-url': { type: 'string' },
  key: { type: 'string' },
  fixtures: { type: 'string' },
  'max-cost': { type: 'string', default: '0' },
  readings: { type: 'boolean', default: false },
  only: { type: 'string' },
  list: { type: 'boolean', default: false },
  json: { type: 'boolean', default: false },
  version: { type: 'boolean', default: false },
  help: { type: 'boolean', default: false, short: 'h' },
} as const;

/** The command line is wrong; the message says how. */
class UsageError extends Error {}

type Options = ReturnType<typeof readOptions>;

/** @throws UsageError */
function readOptions(args: readonly string[], env: Readonly<Record<string, string | undefined>>) {
  const values = parse(args);
  const runs = !values.help && !values.version && !values.list;
  return {
    ...values,
    baseUrl: runs ? baseUrl(values['base-url']) : '',
    key: runs ? apiKey(values.key ?? env.SKIPTRACE_API_KEY) : '',
    fixturesPath: values.fixtures ?? null,
    maxCostCents: cents(values['max-cost']),
    only: values.only === undefined ? null : pattern(values.only),
  };
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], options: OPTIONS }).values;
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}

function baseUrl(text: string | undefined): string {
  if (text === undefined) throw new UsageError('--base-url is missing: where does the service answer?');
  if (!URL.canParse(text) || !/^https?:$/.test(new URL(text).protocol))
    throw new UsageError(`--base-url must be an http or https URL, not "${text}".`);
  return text;
}

function apiKey(text: string | undefined): string {
  if (text === undefined || text === '')
    throw new UsageError('--key is missing: give an API key, or set SKIPTRACE_API_KEY.');
  return text;
}

function cents(text: string): number {
  if (!/^\d{1,6}(\.\d{1,2})?$/.test(text))
    throw new UsageError(`--max-cost is US dollars, as in 2.50, not "${text}".`);
  return Math.round(Number(text) * 100);
}

function pattern(text: string): RegExp {
  try {
    return new RegExp(text, 'i');
  } catch {
    throw new UsageError(`--only must be a regular expression, not "${text}".`);
  }
}

import { readFile } from 'node:fs/promises';
import { FixturesError, keysOf, parseFixtures, type Fixtures } from '../fixtures/fixtures.js';
import { readings } from '../readings/index.js';
import { specification } from '../specification/index.js';
import type { Check, Clock } from '../suite/check.js';
import { runChecks, type CheckResult, type RunReport } from '../suite/run.js';
import { OtherTermsError, RefusedKeyError } from '../suite/terms.js';
import { HELP, readOptions, UsageError, type Options } from './options.js';
import { dollars } from '../http/cost.js';

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
    if (error instanceof OtherTermsError || error instanceof RefusedKeyError)
      surroundings.err(`${error.message}\n`);
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

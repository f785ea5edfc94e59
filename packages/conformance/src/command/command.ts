import { readFile } from 'node:fs/promises';
import { FixturesError, keysOf, parseFixtures, type Fixtures } from '../fixtures/fixtures.js';
import { readings } from '../readings/index.js';
import { specification } from '../specification/index.js';
import type { Check, Clock } from '../suite/check.js';
import { redactor } from '../suite/redact.js';
import { runChecks } from '../suite/run.js';
import { OtherTermsError, RefusedKeyError } from '../suite/terms.js';
import { HELP, readOptions, UsageError, type Options } from './options.js';
import { countsOf, listDocument, listLines, reportDocument, resultLines, summaryLine } from './report.js';

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

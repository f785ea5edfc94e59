import { parseArgs } from 'node:util';

export const HELP = `skiptrace-conformance: does a server keep the skip tracing contract?

  skiptrace-conformance --base-url URL --key KEY --fixtures FILE --max-cost DOLLARS

  --base-url URL       where the service answers, without /api
  --key KEY            the API key that pays; or SKIPTRACE_API_KEY
  --fixtures FILE      what the suite may use: known matches, other accounts; see fixtures.schema.json
  --max-cost DOLLARS   the most the run may be charged; 0 when not given
  --readings           also check what skiptrace's own server decides where the specification is silent
  --only PATTERN       only checks whose id fits this regular expression
  --list               say which checks there are, and make none
  --json               one JSON document on standard output
  --help

Ends with 0 when nothing failed, 1 when a check failed, 2 when it was called wrongly or an account
has a price or limits other than the default.
`;

export interface Options {
  baseUrl: string;
  key: string;
  fixturesPath: string | null;
  maxCostCents: number;
  readings: boolean;
  only: RegExp | null;
  list: boolean;
  json: boolean;
  help: boolean;
}

/** The command line is wrong; the message says how. */
export class UsageError extends Error {}

/** @throws UsageError */
export function readOptions(
  args: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
): Options {
  const values = parse(args);
  const help = values.help === true;
  const list = values.list === true;
  const runs = !help && !list;
  return {
    baseUrl: runs ? baseUrl(values['base-url']) : '',
    key: runs ? apiKey(values.key ?? env.SKIPTRACE_API_KEY) : '',
    fixturesPath: values.fixtures ?? null,
    maxCostCents: cents(values['max-cost'] ?? '0'),
    readings: values.readings === true,
    only: values.only === undefined ? null : pattern(values.only),
    list,
    json: values.json === true,
    help,
  };
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      options: {
        'base-url': { type: 'string' },
        key: { type: 'string' },
        fixtures: { type: 'string' },
        'max-cost': { type: 'string' },
        readings: { type: 'boolean' },
        only: { type: 'string' },
        list: { type: 'boolean' },
        json: { type: 'boolean' },
        help: { type: 'boolean', short: 'h' },
      },
    }).values;
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

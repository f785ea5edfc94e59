import path from 'node:path';
import { shellWord } from '../lib/printable.js';
import type { Config } from '../config.js';
import type { Service } from '../service/service.js';

/** Counts that decide the operator's next steps. */
interface Stock {
  accounts: number;
  owners: number;
}

export async function stockOf({ accounts, owners }: Service): Promise<Stock> {
  const [all, { sources }] = await Promise.all([accounts.list(), owners.stats()]);
  return { accounts: all.length, owners: sources.reduce((sum, { records }) => sum + records, 0) };
}

/** `--data-dir` for a command that is printed, where it needs one. */
export const optionOf = ({ dataDir, database }: Pick<Config, 'dataDir' | 'database'>): string =>
  database.engine === 'postgres' || dataDir === path.resolve('./data')
    ? ''
    : ` --data-dir ${shellWord(dataDir)}`;

/** Default server URL of the command line. */
const DEFAULT_URL = 'http://127.0.0.1:3000';

/** Logs the command line in to the server at a URL. */
export const loginCommand = (url: string): string =>
  `npx skiptrace auth login${url === DEFAULT_URL ? '' : ` --base-url ${url}`}`;

/** The commands that set up what is missing; empty when nothing is. */
export function firstSteps(
  { accounts, owners }: Stock,
  { dataDir, database }: Pick<Config, 'dataDir' | 'database'>,
): string[] {
  if (accounts > 0 && owners > 0) return [];
  const isShared = database.engine === 'postgres';
  const where = optionOf({ dataDir, database });
  const missing =
    accounts > 0 ? 'No owners yet' : owners > 0 ? 'No accounts yet' : 'No accounts and no owners yet';
  return [
    '',
    isShared
      ? `${missing} in the database. In another terminal, with the same DATABASE_URL:`
      : `${missing} in ${dataDir}. In another terminal:`,
    ...(accounts > 0 ? [] : [`  skiptrace-server accounts create --name "My company" --balance 100${where}`]),
    ...(owners > 0 ? [] : [`  skiptrace-server owners import owners.csv${where}`]),
    'Just trying it out? Start with --demo instead.',
  ];
}

import path from 'node:path';
import type { Service } from '../service.js';

/** How many accounts and owners a server has, as far as its operator's next step depends on it. */
interface Stock {
  accounts: number;
  owners: number;
}

export async function stockOf({ accounts, owners }: Service): Promise<Stock> {
  const [all, { sources }] = await Promise.all([accounts.list(), owners.stats()]);
  return { accounts: all.length, owners: sources.reduce((sum, { records }) => sum + records, 0) };
}

/** What an operator does next where something is missing; nothing where all is there. */
export function firstSteps({ accounts, owners }: Stock, dataDir: string): string[] {
  if (accounts > 0 && owners > 0) return [];
  const where = dataDir === path.resolve('./data') ? '' : ` --data-dir ${dataDir}`;
  const missing =
    accounts > 0 ? 'No owners yet' : owners > 0 ? 'No accounts yet' : 'No accounts and no owners yet';
  return [
    '',
    `${missing}. In another terminal:`,
    ...(accounts > 0 ? [] : [`  skiptrace-server accounts create --name "My company" --balance 100${where}`]),
    ...(owners > 0 ? [] : [`  skiptrace-server owners import owners.csv${where}`]),
    'Just trying it out? Start with --demo instead.',
  ];
}

import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { SANDBOX_OWNERS } from '../../directory/index.js';
import type { Config } from '../../platform/config.js';
import { shellWord } from '../../platform/lib/printable.js';
import { replaceFile } from '../../platform/lib/private-files.js';
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

const NAME = 'Demo';

/** A list to upload, in the data directory. */
const LEADS_FILE = 'demo-leads.csv';

/** A file in the data directory. It may hold the key in plain text: a test key cannot charge and sees no real owner. */
const KEY_FILE = 'demo-key';

interface Demo {
  apiKey: string;
  /** Path of a sample lead list, relative to the folder in which the server was started. */
  leadsFile: string;
  /** Number of accounts other than the demo's. */
  others: number;
}

/** The demo's account and test key: created at the first start with `--demo`, reused by later ones. */
export async function openDemo({ accounts, authenticator, config, database }: Service): Promise<Demo> {
  const file = path.join(config.dataDir, KEY_FILE);
  const leadsFile = path.join(config.dataDir, LEADS_FILE);
  await replaceFile(leadsFile, leads());
  const near = path.relative('.', leadsFile);
  const shown = near.startsWith('..') ? leadsFile : near;
  const known = await readFile(file, 'utf8').catch(() => '');
  const caller = await authenticator.authenticate(`Bearer ${known.trim()}`).catch(() => null);
  const all = await accounts.list();
  if (caller !== null) {
    return {
      apiKey: known.trim(),
      leadsFile: shown,
      others: all.filter(({ id }) => id !== caller.accountId).length,
    };
  }
  const { apiKey } = await database.write(async (tx) => {
    const { id } = await accounts.create(tx, { name: NAME, email: null });
    return accounts.createKey(tx, id, { label: 'demo', mode: 'test' });
  });
  await replaceFile(file, `${apiKey}\n`);
  return { apiKey, leadsFile: shown, others: all.length };
}

/** The sandbox's addresses, except the one with the failing lookup, and one address without an owner. */
function leads(): string {
  const found = SANDBOX_OWNERS.filter(({ fails }) => !fails).map(({ property }) => property);
  const rows = [...found, { address: '404 Sandbox Miss Blvd', city: 'Reno', state: 'NV', zip: '89501' }].map(
    ({ address, city, state, zip }) => [address, city, state, zip].join(','),
  );
  return ['Property Address,City,State,Zip', ...new Set(rows), ''].join('\n');
}

const ADDRESS = '100 Sandbox Match St, Austin, TX 78701';

/** Commands for a newcomer to try, the same as in README's quickstart. */
export const demoLines = ({ apiKey, leadsFile, others }: Demo, url: string): string[] => [
  '',
  ...(others > 0
    ? [
        `The demo has an account of its own; your ${others === 1 ? 'other account is' : `${others} other accounts are`} untouched.`,
      ]
    : []),
  'Test key (finds made-up owners, never charges):',
  `  ${apiKey}`,
  '',
  'Try it in another terminal:',
  `  ${loginCommand(url)}    # paste the key`,
  `  npx skiptrace lookup "${ADDRESS}"`,
  `  npx skiptrace upload ${shellWord(leadsFile)}`,
  '',
  'In a browser: sign in with the key at',
  `  ${url}/app`,
  '',
  'Without either:',
  `  curl ${url}/api/v1/skip-trace -H "Authorization: Bearer ${apiKey}" \\`,
  `    -H "Content-Type: application/json" -d '{"address":"${ADDRESS}"}'`,
  '',
  'A test key finds owners only at the addresses of README, "Sandbox".',
  'Ctrl-C stops the server.',
];

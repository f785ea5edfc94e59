import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { replaceFile } from '../private-files.js';
import type { Service } from '../service.js';

const NAME = 'Demo';
/** A file in the data directory. It may hold the key in plain text: a test key cannot charge and sees no real owner. */
const KEY_FILE = 'demo-key';

export interface Demo {
  apiKey: string;
  /** The number of accounts, without the demo's. */
  others: number;
}

/** The demo's account and test key: created at the first start with `--demo`, reused by later ones. */
export async function openDemo({ accounts, authenticator, config, database }: Service): Promise<Demo> {
  const file = path.join(config.dataDir, KEY_FILE);
  const known = await readFile(file, 'utf8').catch(() => '');
  const caller = await authenticator.authenticate(`Bearer ${known.trim()}`).catch(() => null);
  const all = await accounts.list();
  if (caller !== null) {
    return { apiKey: known.trim(), others: all.filter(({ id }) => id !== caller.accountId).length };
  }
  const { apiKey } = await database.write(async (tx) => {
    const { id } = await accounts.create(tx, { name: NAME, email: null });
    return accounts.createKey(tx, id, { label: 'demo', mode: 'test' });
  });
  await replaceFile(file, `${apiKey}\n`);
  return { apiKey, others: all.length };
}

const ADDRESS = '100 Sandbox Match St, Austin, TX 78701';

/** Commands to try, for a newcomer. */
export const demoLines = ({ apiKey, others }: Demo, url: string): string[] => [
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
  `  curl ${url}/api/v1/skip-trace -H "Authorization: Bearer ${apiKey}" \\`,
  `    -H "Content-Type: application/json" -d '{"address":"${ADDRESS}"}'`,
  '',
  `  npx skiptrace auth login${url === 'http://127.0.0.1:3000' ? '' : ` --base-url ${url}`}    # paste the key`,
  `  npx skiptrace lookup "${ADDRESS}"`,
  '',
  `In a browser: sign in with the key at ${url}/app`,
  '',
  'Made-up addresses and what they answer: README, "Sandbox". Ctrl-C stops the server.',
];

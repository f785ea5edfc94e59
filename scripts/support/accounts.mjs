// Accounts on a data directory, made in this process beside the servers that run on it: quicker than a command for each.
import path from 'node:path';
import { environmentOf } from './server-process.mjs';

const dist = path.resolve(import.meta.dirname, '../../packages/server/dist');

const AT_ONCE = 20;

/**
 * @param {string} dataDir
 * @param {{ name: string, balanceCents: number, email?: string, terms?: object }[]} openings as `openAccount` takes them
 * @returns {Promise<{ accountId: string, apiKey: string }[]>} in the order of the openings
 */
export async function openAccounts(dataDir, openings) {
  const names = ['service/open-service', 'config', 'clock', 'ids', 'logger', 'billing/index'];
  const modules = names.map((name) => import(path.join(dist, `${name}.js`)));
  const [{ openService }, { readConfig }, { systemClock }, { randomIds }, { silentLogger }, { openAccount }] =
    await Promise.all(modules);
  const config = readConfig(environmentOf(dataDir), { dataDir });
  const service = await openService(config, { clock: systemClock, ids: randomIds, logger: silentLogger });
  const open = async (opening) => {
    const { account, key } = await openAccount(service, { email: null, terms: {}, ...opening });
    return { accountId: account.id, apiKey: key.apiKey };
  };
  try {
    // A limited number at a time: each takes a connection to PostgreSQL, and waiting too long for one fails.
    const opened = [];
    for (let from = 0; from < openings.length; from += AT_ONCE)
      opened.push(...(await Promise.all(openings.slice(from, from + AT_ONCE).map(open))));
    return opened;
  } finally {
    await service.close();
  }
}

/** An account for each balance, in their order, with the same terms. */
export const createAccounts = (dataDir, balancesCents, terms = {}) =>
  openAccounts(
    dataDir,
    balancesCents.map((balanceCents, nth) => ({ name: `Account ${nth}`, balanceCents, terms })),
  );

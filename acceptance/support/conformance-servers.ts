// A server with the sandbox's owners, and every account that the conformance suite can use.
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Check, CheckResult, Fixtures } from '../../packages/conformance/src/index.js';
import { createAccounts } from '../../scripts/support/server-process.mjs';
import { RealServer, run } from './processes.js';

const sandbox = new URL('../../packages/conformance/examples/sandbox.fixtures.json', import.meta.url);

const BALANCES = {
  main: 9_000,
  purse: 40,
  empty: 3,
  other: 2_000,
  inactive: 0,
  cap: 2_000,
  rate: 2_000,
  mutants: 9_000,
  mutantsPurse: 72,
} as const;

type Name = keyof typeof BALANCES;

interface Account {
  accountId: string;
  apiKey: string;
}

export interface Prepared {
  key: string;
  fixtures: Fixtures;
  /** For broken servers: a separate account and purse, so that limits and balances are not shared. */
  broken: { key: string; fixtures: Fixtures };
}

async function prepare(server: RealServer): Promise<Prepared> {
  const accounts = await createdAccounts(server);
  const key = (name: Name) => ({ key: accounts[name].apiKey });
  await server.operator('accounts', 'suspend', accounts.inactive.accountId);
  const revoked = await server.operator('keys', 'create', accounts.main.accountId);
  await server.operator('keys', 'revoke', String(revoked.keyId));
  const fixtures: Fixtures = {
    ...(JSON.parse(await readFile(sandbox, 'utf8')) as Fixtures),
    purse: { ...key('purse'), balanceCents: BALANCES.purse },
    emptyAccount: key('empty'),
    otherAccount: key('other'),
    inactiveAccount: key('inactive'),
    revokedKey: { key: String(revoked.apiKey) },
    freshAccount: key('cap'),
    missCapAccount: key('cap'),
    singleRateAccount: key('rate'),
    bulkRateAccount: key('other'),
    sendsMessages: true,
    largeFiles: true,
  };
  return { key: accounts.main.apiKey, fixtures, broken: brokenOf(fixtures, accounts) };
}

function brokenOf(fixtures: Fixtures, accounts: Record<Name, Account>): Prepared['broken'] {
  const key = (name: Name) => ({ key: accounts[name].apiKey });
  const purse = { ...key('mutantsPurse'), balanceCents: BALANCES.mutantsPurse };
  const unused = { freshAccount: key('rate'), missCapAccount: key('mutantsPurse') };
  return { key: accounts.mutants.apiKey, fixtures: { ...fixtures, purse, ...unused } };
}

/** Fixtures with unused accounts: a run of all checks uses up their misses of a day. */
export async function prepareBroken(server: RealServer, { fixtures }: Prepared): Promise<Prepared['broken']> {
  const accounts = await createdAccounts(server);
  const key = (name: Name) => ({ key: accounts[name].apiKey });
  const paying = { emptyAccount: key('empty'), otherAccount: key('other') };
  return brokenOf(
    { ...fixtures, ...paying, singleRateAccount: key('rate'), bulkRateAccount: key('other') },
    accounts,
  );
}

async function createdAccounts(server: RealServer): Promise<Record<Name, Account>> {
  const names = Object.keys(BALANCES) as Name[];
  const created: Account[] = await createAccounts(server.dataDir, Object.values(BALANCES));
  return Object.fromEntries(names.map((name, nth) => [name, created[nth]])) as Record<Name, Account>;
}

/** Lifetime of the presigned server's links. */
export const LINK_SECONDS = 2;
export const PATIENCE_MS = 300_000;

export const conformanceBin = path.resolve(
  import.meta.dirname,
  '../../packages/conformance/bin/skiptrace-conformance.js',
);

/** Checks of presigned uploads and of links with a known lifetime, which other servers skip. */
export const isForPresigned = (id: string): boolean =>
  /^(reading\.)?presigned\.|^get-job\.expired-link$/.test(id);

/** Fixtures of checks that send large files or use up a minute's requests; the long run has them. */
const OF_LARGE = ['largeFiles', 'singleRateAccount', 'bulkRateAccount'] as const;
export const WITHOUT_LARGE = Object.fromEntries(OF_LARGE.map((name) => [name, undefined]));
export const isLarge = ({ needs }: Check): boolean => OF_LARGE.some((name) => needs.includes(name));

/** A server prepared for the conformance suite. */
export interface ConformanceServer {
  readonly server: RealServer;
  readonly prepared: Prepared;
}

export async function startConformanceServer(): Promise<ConformanceServer> {
  const server = await RealServer.create();
  // Lookups that fail on purpose would fill the test's output.
  server.settings = { LOG_LEVEL: 'silent' };
  const prepared = await prepare(server);
  await server.start('--sandbox');
  return { server, prepared };
}

/** A prepared server, and a second one on the same data directory with presigned uploads. */
export class ConformanceServers implements ConformanceServer {
  private constructor(
    readonly server: RealServer,
    readonly prepared: Prepared,
    readonly presigned: RealServer,
  ) {}

  static async start(): Promise<ConformanceServers> {
    const { server, prepared } = await startConformanceServer();
    const presigned = server.beside({
      LOG_LEVEL: 'silent',
      UPLOAD_METHOD: 'presigned',
      DOWNLOAD_TTL_SECONDS: String(LINK_SECONDS),
    });
    await presigned.start('--sandbox', '--role', 'api');
    return new ConformanceServers(server, prepared, presigned);
  }

  async remove(): Promise<void> {
    await this.presigned.stop();
    await this.server.remove();
  }
}

/** Runs the command as a person would. @returns its document */
export async function checkConformance(
  { server, prepared }: ConformanceServer,
  { baseUrl = server.url, facts = {}, flags = [] as readonly string[] } = {},
) {
  const fixturesPath = path.join(server.folder, 'fixtures.json');
  await writeFile(fixturesPath, JSON.stringify({ ...prepared.fixtures, ...facts }));
  const words = [
    '--base-url',
    baseUrl,
    '--fixtures',
    fixturesPath,
    '--max-cost',
    '80',
    '--readings',
    '--json',
  ];
  const finished = await run(conformanceBin, [...words, ...flags], { SKIPTRACE_API_KEY: prepared.key });
  const { checks } = JSON.parse(finished.stdout) as { checks: CheckResult[] };
  const by = (outcome: string) => checks.filter((check) => check.outcome === outcome);
  return { ...finished, checks, failed: by('failed'), skipped: by('skipped').map(({ id }) => id) };
}

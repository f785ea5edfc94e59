// Servers with faults that no schema describes: in a file, a link, a job's states, or across several
// requests.
import {
  type Forward,
  type Mutation,
  type ProxyAnswer,
  type ProxyRequest,
  answer,
  changing,
  jsonOf,
  operationOf,
  pathOf,
  refusing,
  sending,
  type Mutant,
} from '../mutating-proxy.js';

const isDownload = (request: ProxyRequest) => pathOf(request).startsWith('/files/downloads/');
const isPage = (_request: ProxyRequest, { status, headers }: ProxyAnswer) =>
  [404, 405].includes(status) && headers['content-type']?.startsWith('text/html') === true;

const inFile = (change: (text: string) => string) =>
  changing(isDownload, (original) => ({
    ...original,
    body: Buffer.from(change(original.body.toString('latin1')), 'latin1'),
  }));

/** Changes a job as it is read. */
const inJob = (change: (job: Record<string, unknown>) => Record<string, unknown>) =>
  changing(
    (request, { status }) => operationOf(request) === 'getSkipTraceJob' && status === 200,
    (original) => answer(200, change(jsonOf(original) ?? {}), original.headers),
  );

/** Shows the previous status at the first read after an action. */
const showsOnceAgain = (action: RegExp, status: string) => (): Mutation => {
  const stale = new Set<string>();
  return async (request, forward) => {
    const original = await forward(request);
    const path = pathOf(request);
    if (request.method === 'POST' && action.test(path)) stale.add(path.replace(action, ''));
    const job = jsonOf(original);
    if (request.method !== 'GET' || job === null || !stale.delete(path)) return original;
    const counts =
      status === 'preview' ? [] : Object.keys(job).filter((name) => /Rows$|Count$|Cents$/.test(name));
    const blank = Object.fromEntries(counts.map((name) => [name, null]));
    return answer(200, { ...job, ...blank, downloadUrl: null, status });
  };
};

/** Keeps the first success of each Idempotency-Key, for any account and any request. */
const replaysForEverybody = (): Mutation => {
  const kept = new Map<string, ProxyAnswer>();
  return async (request: ProxyRequest, forward: Forward) => {
    const key = request.headers['idempotency-key'] ?? '';
    const original = kept.get(key) ?? (await forward(request));
    if (key !== '' && original.status < 300) kept.set(key, original);
    return kept.has(key)
      ? { ...original, headers: { ...original.headers, 'idempotency-replayed': 'true' } }
      : original;
  };
};

/** Looks up once an address that a bulk names twice. */
const onceInBulk = sending((request) => {
  const body = jsonOf(request);
  if (!Array.isArray(body?.addresses)) return request;
  const addresses = [...new Set(body.addresses.map((entry) => JSON.stringify(entry)))].map((entry): unknown =>
    JSON.parse(entry),
  );
  return { ...request, body: Buffer.from(JSON.stringify({ ...body, addresses })) };
});

/** Never replaces an expired link. */
const keepsLinks = (): Mutation => {
  const links = new Map<string, unknown>();
  return async (request, forward) => {
    const original = await forward(request);
    const job = jsonOf(original);
    if (operationOf(request) !== 'getSkipTraceJob' || typeof job?.downloadUrl !== 'string') return original;
    if (!links.has(request.path)) links.set(request.path, job.downloadUrl);
    return answer(200, { ...job, downloadUrl: links.get(request.path) });
  };
};

const count = (entry: unknown) => (Array.isArray(entry) ? entry.length : 0);

export const handMutants: readonly Mutant[] = [
  { name: 'loses the last byte of a file', mutate: inFile((text) => text.slice(0, -1)) },
  {
    name: 'changes cells of rows without a match',
    mutate: inFile((text) => text.replaceAll('as it was', 'as it is')),
  },
  { name: 'loses a row', mutate: inFile((text) => text.replace(/\n[^\n]*\n/, '\n')) },
  { name: 'adds no emails', mutate: inFile((text) => text.replaceAll('jordan.avery@example.com', '')) },
  { name: 'gives an empty file', mutate: inFile(() => '') },
  {
    name: 'ignores Range',
    mutate: sending(({ headers: { range: _, ...headers }, ...request }) => ({ ...request, headers })),
  },
  {
    name: 'opens changed links',
    mutate: changing(
      (request, { status }) => isDownload(request) && status >= 400,
      (original) => ({ ...original, status: 200 }),
    ),
  },
  {
    name: 'counts the requests of every window together',
    mutate: changing(
      (_request, { headers }) => headers['ratelimit-remaining'] !== undefined,
      (original) => {
        const left = Number(original.headers['ratelimit-remaining']);
        return {
          ...original,
          headers: { ...original.headers, 'ratelimit-remaining': String(Math.max(0, 2 * left - 600)) },
        };
      },
    ),
  },
  {
    name: 'has Error bodies for pages',
    mutate: changing(isPage, ({ status }) => answer(status, { error: 'no' })),
  },
  {
    name: 'has pages of plain text',
    mutate: changing(isPage, (original) => ({
      ...original,
      headers: { ...original.headers, 'content-type': 'text/plain' },
    })),
  },
  {
    name: 'refuses what looks odd',
    mutate: refusing(
      (request) =>
        /"zip":"0|"state":"nv"|\.CSV"|"city":""|name="note"|\\n/.test(request.body.toString()) ||
        request.path.includes('?limit'),
      400,
    ),
  },
  {
    name: 'knows no other fields than its own',
    mutate: refusing((request) => {
      const body = jsonOf(request) ?? {};
      const sent = [body, ...(Array.isArray(body.addresses) ? (body.addresses as unknown[]) : [])];
      const known = ['address', 'city', 'state', 'zip'];
      return sent.some(
        (entry) =>
          typeof entry === 'object' &&
          entry !== null &&
          'address' in entry &&
          Object.keys(entry).some((name) => !known.includes(name)),
      );
    }, 400),
  },
  {
    name: 'says misses that do not add up',
    mutate: changing(
      (request, { status }) => operationOf(request) === 'getAccount' && status === 200,
      (original) => {
        const body = jsonOf(original) ?? {};
        const dailyMisses = { ...(body.dailyMisses as object), remaining: 999 };
        return answer(200, { ...body, dailyMisses }, original.headers);
      },
    ),
  },
  {
    name: 'finds nobody',
    mutate: sending((request) => ({
      ...request,
      body: Buffer.from(request.body.toString().replaceAll('Sandbox', 'Elsewhere')),
    })),
  },
  {
    name: 'refuses a bulk of one',
    mutate: refusing((request) => count(jsonOf(request)?.addresses) === 1, 400),
  },
  { name: 'refuses files of 40 MB', mutate: refusing(({ body }) => body.length > 40_000_000, 400) },
  { name: 'has no HEAD', mutate: refusing(({ method }) => method === 'HEAD', 500) },
  {
    name: 'lists all jobs, whatever list is asked for',
    mutate: sending((request) => ({ ...request, path: pathOf(request) })),
  },
  { name: 'looks a repeated address up once', mutate: onceInBulk },
  {
    name: 'finds owners without a phone where one is required',
    mutate: sending((request) => {
      const body = jsonOf(request);
      if (body?.requirePhone !== true) return request;
      return { ...request, body: Buffer.from(JSON.stringify({ ...body, requirePhone: false })) };
    }),
  },
  { name: 'replays for everybody', mutate: replaysForEverybody },
  {
    name: 'is deprecated',
    mutate: changing(
      () => true,
      (original) => ({ ...original, headers: { ...original.headers, deprecation: '@1795262400' } }),
    ),
  },
  {
    name: 'says only that a job failed',
    mutate: inJob((job) => ({ ...job, errorMessage: job.status === 'failed' ? 'Oh.' : null })),
  },
  {
    name: 'brings any file to preview',
    mutate: inJob((job) => (job.status === 'failed' ? { ...job, status: 'preview', totalRows: 1 } : job)),
  },
  {
    name: 'gives a link before the job is completed',
    mutate: inJob((job) => ({ ...job, downloadUrl: job.downloadUrl ?? 'https://example.com/a.csv' })),
  },
  {
    name: 'reports errors and refunds where there are none',
    mutate: inJob((job) => ({ ...job, errorMessage: 'odd', refundCents: 8 })),
  },
  {
    name: 'begins with uploaded',
    mutate: inJob((job) => (job.status === 'pending' ? { ...job, status: 'uploaded', totalRows: 0 } : job)),
  },
  {
    name: 'mixes fields of the list into the detail',
    mutate: inJob((job) => ({ ...job, origin: 'api', areaZip5: null })),
  },
  { name: 'goes back to pending after the upload', mutate: showsOnceAgain(/\/upload(ed)?$/, 'pending') },
  { name: 'goes back to preview after confirm', mutate: showsOnceAgain(/\/confirm$/, 'preview') },
  {
    name: 'wants a key for the PUT',
    presigned: true,
    mutate: refusing(({ method }) => method === 'PUT', 401),
  },
  {
    name: 'takes any PUT and any call of uploaded',
    presigned: true,
    mutate: changing(
      (request, { status }) =>
        status >= 400 && (request.method === 'PUT' || pathOf(request).endsWith('/uploaded')),
      (_original, request) => answer(200, { status: 'uploaded', jobId: pathOf(request).split('/').at(-2) }),
    ),
  },
  { name: 'never makes a link anew', presigned: true, mutate: keepsLinks },
];

// Servers with wrong limits. They answer by themselves, so they use up no account's limits.

const SINGLE = '/api/v1/skip-trace';

const BULK = '/api/v1/skip-trace-bulk';

interface Limits {
  single: number;
  bulk: number;
  messages: number;
  misses: number;
  matchesPerForgivenMiss: number;
  rateHeaders: Record<string, string>;
  capBody: Record<string, unknown>;
  /** Default: the seconds to midnight. */
  capHeaders?: Record<string, string>;
  capStopsMatches: boolean;
  capStopsJobs: boolean;
  capBeforeBody: boolean;
}

const toMidnight = () => String(Math.ceil((86_400_000 - (Date.now() % 86_400_000)) / 1_000));

const RIGHT: Limits = {
  single: 500,
  bulk: 250,
  messages: 5,
  misses: 250,
  matchesPerForgivenMiss: 4,
  rateHeaders: { 'retry-after': '30' },
  capBody: { dailyMissLimit: 250 },
  capStopsMatches: true,
  capStopsJobs: false,
  capBeforeBody: false,
};

const contact = Object.fromEntries(
  ['firstName', 'lastName', 'fullName', 'propertyAddress', 'propertyCity', 'propertyState', 'propertyZip']
    .concat(['mailingAddress', 'mailingCity', 'mailingState', 'mailingZip'])
    .map((name) => [name, null]),
);

const found = { found: true, charged: 4, contact, phones: [], emails: [] };

const lost = { found: false, charged: 0, contact: null, phones: [], emails: [] };

const matches = (entry: unknown): boolean => JSON.stringify(entry).includes('Sandbox Match');

/** A server of lookups and messages only, with limits that differ from the right ones. */
const limited = (changes: Partial<Limits>) => (): Mutation => {
  const limits = { ...RIGHT, ...changes };
  const accounts = new Map<string, { used: Map<string, number>; misses: number; matched: number }>();
  const most: Record<string, number> = {
    [SINGLE]: limits.single,
    [BULK]: limits.bulk,
    '/api/contact': limits.messages,
  };
  return async (request, forward) => {
    const path = pathOf(request);
    const who = request.headers.authorization ?? 'nobody';
    const account = accounts.get(who) ?? { used: new Map<string, number>(), misses: 0, matched: 0 };
    accounts.set(who, account);
    const net = account.misses - Math.floor(account.matched / limits.matchesPerForgivenMiss);
    const capped = net >= limits.misses;
    const capAnswer = () =>
      answer(
        429,
        { error: 'tomorrow', ...limits.capBody },
        limits.capHeaders ?? { 'retry-after': toMidnight() },
      );
    const limit = most[path];
    if (limit === undefined) return capped && limits.capStopsJobs ? capAnswer() : forward(request);
    const used = (account.used.get(path) ?? 0) + 1;
    account.used.set(path, used);
    if (used > limit) return answer(429, { error: 'later' }, limits.rateHeaders);
    if (path === '/api/contact') return answer(200, { success: true });
    const body = jsonOf(request) ?? {};
    const entries = path === BULK ? (body.addresses as unknown[]) : [body];
    if (body.address === undefined && path === SINGLE)
      return capped && limits.capBeforeBody ? capAnswer() : answer(400, { error: 'address is required' });
    const results = entries.map((entry) => (matches(entry) ? found : lost));
    const hits = results.filter((result) => result === found).length;
    if (capped && (limits.capStopsMatches || hits === 0)) return capAnswer();
    account.matched += hits;
    account.misses += results.length - hits;
    if (path === SINGLE)
      return answer(
        200,
        hits > 0 ? { success: true, ...found } : { success: true, found: false, contact: null },
      );
    return answer(200, {
      success: true,
      total: results.length,
      matched: hits,
      totalCharged: 4 * hits,
      results,
    });
  };
};

/** The right limits, from which the others differ. */
export const rightLimits = limited({});

const SOON = { 'retry-after': 'soon' };

export const limitMutants: readonly Mutant[] = [
  { name: 'allows one less', mutate: limited({ single: 499, bulk: 249, messages: 4, misses: 249 }) },
  { name: 'says Retry-After in words', mutate: limited({ rateHeaders: SOON, capHeaders: SOON }) },
  { name: 'lets matches through at the cap', mutate: limited({ capStopsMatches: false }) },
  { name: 'says a minute at the cap', mutate: limited({ capHeaders: { 'retry-after': '60' } }) },
  { name: 'stops jobs at the cap', mutate: limited({ capStopsJobs: true }) },
  { name: 'looks at the cap before the request', mutate: limited({ capBeforeBody: true }) },
  { name: 'allows one more', mutate: limited({ single: 501, bulk: 251, messages: 6, misses: 251 }) },
  { name: 'forgives no miss', mutate: limited({ matchesPerForgivenMiss: Infinity }) },
  { name: 'does not say dailyMissLimit', mutate: limited({ capBody: {} }) },
];

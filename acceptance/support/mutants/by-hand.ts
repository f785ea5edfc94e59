// Servers with faults that no schema describes: in a file, a link, a job's states, or across several
// requests.
import type { Forward, Mutation, ProxyAnswer, ProxyRequest } from '../mutating-proxy.js';
import { answer, changing, jsonOf, operationOf, pathOf, refusing, sending, type Mutant } from './mutant.js';

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

// Servers that give another file than the one they were sent, or give it another way.
import { changing, everything, isDownload, withoutHeaders, withStatus, type Mutant } from './mutant.js';

const CSV = [
  'lf',
  'crlf',
  'cr',
  'no-final-line-end',
  'semicolon',
  'tab',
  'pipe',
  'sep',
  'utf-16',
  'windows-1252',
]
  .concat(['quotes', 'blank-lines', 'short-records', 'long-records', 'taken-names', 'header-names'])
  .map((id) => `reading.csv.${id}`);

const inFile = (from: string, to: string) =>
  changing(isDownload, (original) => ({
    ...original,
    body: Buffer.from(original.body.toString('latin1').replaceAll(from, to), 'latin1'),
  }));

/** Remaining requests of a window, counted otherwise. */
const remaining = (count: (remaining: number) => number) =>
  changing(everything, (original) => {
    const shown = original.headers['ratelimit-remaining'];
    if (shown === undefined) return original;
    return {
      ...original,
      headers: { ...original.headers, 'ratelimit-remaining': String(count(Number(shown))) },
    };
  });

export const fileMutants: readonly Mutant[] = [
  {
    name: 'loses the last byte of a file',
    mutate: changing(isDownload, (original) => ({ ...original, body: original.body.subarray(0, -1) })),
    caughtBy: CSV,
  },
  {
    name: 'changes cells of rows without a match',
    mutate: inFile('as it was', 'as it is'),
    caughtBy: ['enriched.unmatched-rows-unchanged', 'enriched.every-row'],
  },
  {
    name: 'loses rows',
    mutate: changing(isDownload, (original) => {
      const [header = '', ...lines] = original.body.toString().split('\n');
      return { ...original, body: Buffer.from([header, ...lines.slice(1)].join('\n')) };
    }),
    caughtBy: ['enriched.every-row', 'enriched.unmatched-rows-unchanged', 'enriched.matched-rows-gain'],
  },
  {
    name: 'adds no names, phones or emails',
    mutate: inFile('jordan.avery@example.com', ''),
    caughtBy: ['enriched.matched-rows-gain'],
  },
  {
    name: 'gives an empty file',
    mutate: changing(isDownload, (original) => ({ ...original, body: Buffer.alloc(0) })),
    caughtBy: ['get-job.download'],
  },
  {
    name: 'serves the file without its headers',
    mutate: withoutHeaders('content-disposition', 'etag', 'accept-ranges'),
    caughtBy: ['reading.download.headers'],
  },
  {
    name: 'ignores Range',
    mutate: () => async (request, forward) => {
      const { range: _dropped, ...headers } = request.headers;
      return forward({ ...request, headers });
    },
    caughtBy: ['reading.download.ranges'],
  },
  {
    name: 'opens changed links',
    mutate: changing(withStatus(isDownload, 403, 404), (original) => ({ ...original, status: 200 })),
    caughtBy: ['reading.download.changed-link', 'reading.download.link-of-its-job'],
  },
  {
    name: 'has no headers of its own',
    mutate: withoutHeaders('x-request-id', 'x-error-code', 'ratelimit-limit', 'allow', 'www-authenticate'),
    caughtBy: [
      'reading.header.request-id',
      'reading.header.rate-limit',
      'reading.header.unauthenticated',
      'reading.header.error-code',
      'reading.page.method-not-allowed',
    ],
  },
  {
    name: 'counts no requests',
    mutate: remaining(() => 400),
    caughtBy: ['reading.header.every-request-counts', 'reading.header.separate-windows'],
  },
  {
    name: 'counts other requests too',
    mutate: remaining((left) => Math.max(0, 2 * left - 600)),
    caughtBy: ['reading.header.separate-windows'],
  },
  {
    name: 'has pages of plain text',
    mutate: changing(withStatus(everything, 404, 405), (original) => ({
      ...original,
      headers: { ...original.headers, 'content-type': 'text/plain' },
    })),
    caughtBy: ['reading.page.method-not-allowed', 'reading.page.not-found'],
  },
];

// Servers whose jobs are told, or run, wrongly.
import type { Mutation } from '../mutating-proxy.js';
import {
  ANY_ID,
  answer,
  changing,
  editing,
  isAction,
  isJobDetail,
  isJobList,
  jsonOf,
  JOBS,
  pathOf,
  success,
  withStatus,
  type Json,
  type Mutant,
} from './mutant.js';

const entries = (body: Json) => body.jobs as Json[];
const isCreated = withStatus((request) => pathOf(request) === JOBS && request.method === 'POST', 201);
const COUNTS = [
  'totalRows',
  'matchedRows',
  'unmatchedRows',
  'nonMatchCount',
  'blankAddressCount',
  'totalChargeCents',
];

/** The first read after an action still shows the status before it. */
const showsOnceAgain = (action: RegExp, status: string, counted: boolean) => (): Mutation => {
  const stale = new Set<string>();
  return async (request, forward) => {
    const path = pathOf(request);
    const original = await forward(request);
    if (request.method === 'POST' && action.test(path)) stale.add(path.replace(action, ''));
    const body = jsonOf(original);
    if (request.method !== 'GET' || body === null || !stale.delete(path)) return original;
    const counts = counted ? {} : Object.fromEntries(COUNTS.map((name) => [name, null]));
    return answer(200, { ...body, ...counts, downloadUrl: null, status });
  };
};

const createdOnce = (): Mutation => {
  let first: Awaited<ReturnType<Parameters<Mutation>[1]>> | undefined;
  return async (request, forward) => {
    if (request.method !== 'POST' || pathOf(request) !== JOBS) return forward(request);
    return (first ??= await forward(request));
  };
};

const change = (name: string, body: Json, by: number) => {
  if (typeof body[name] === 'number') body[name] += by;
};

export const jobMutants: readonly Mutant[] = [
  {
    name: 'counts one row too many',
    mutate: editing(isJobDetail, (body) => COUNTS.slice(0, 4).forEach((name) => change(name, body, 1))),
    caughtBy: [
      'job.rows',
      'job.matched-rows',
      'job.blank-addresses',
      'direct.file-starts-processing',
      'limits.rows-per-job',
      'reading.job.what-is-a-row',
      'reading.owners.name-without-address',
    ],
  },
  {
    name: 'matches nothing in a file',
    mutate: editing(isJobDetail, (body) => change('matchedRows', body, -Number(body.matchedRows))),
    caughtBy: [
      'reading.csv.one-column-for-all',
      'reading.owners.names-never-block',
      'pricing.confirm-charges-the-preview',
    ],
  },
  {
    name: 'has another price in the preview than rows times 4',
    mutate: editing(isJobDetail, (body) => change('totalChargeCents', body, 4)),
    caughtBy: ['job.price', 'job-action.total-on-confirm-only', 'confirm.answer'],
  },
  {
    name: 'calls jobs by other names',
    mutate: editing(isJobDetail, (body) => Object.assign(body, { id: ANY_ID, filename: 'other.csv' })),
    caughtBy: ['job.id-and-filename', 'create.filename-length'],
  },
  {
    name: 'mixes fields of the list and of the detail',
    mutate: () => async (request, forward) => {
      const original = await forward(request);
      const body = jsonOf(original);
      if (body === null || original.status !== 200) return original;
      if (isJobDetail(request, original)) Object.assign(body, { origin: 'api', areaZip5: null });
      if (isJobList(request, original)) entries(body).forEach((job) => (job.blankAddressCount = 0));
      return { ...original, body: Buffer.from(JSON.stringify(body)) };
    },
    caughtBy: ['job.detail-only', 'job.list-only'],
  },
  {
    name: 'gives a link before the job is completed',
    mutate: editing(isJobDetail, (body) => (body.downloadUrl ??= 'https://example.com/early.csv')),
    caughtBy: ['job.download-url'],
  },
  {
    name: 'gives a link that leads nowhere',
    mutate: editing(isJobDetail, (body) => {
      if (body.status === 'completed') body.downloadUrl = `${String(body.downloadUrl).split('?')[0]}`;
    }),
    caughtBy: ['get-job.download', 'get-job.link-at-every-read'],
  },
  {
    name: 'reports errors and refunds where there are none',
    mutate: editing(isJobDetail, (body) => Object.assign(body, { errorMessage: 'odd', refundCents: 8 })),
    caughtBy: ['job.no-error-message'],
  },
  {
    name: 'forgets when a job was made',
    mutate: editing(isJobDetail, (body) => (body.createdAt = new Date().toISOString())),
    caughtBy: ['job.times'],
  },
  {
    name: "answers actions with another job's id",
    mutate: editing(isAction('upload', 'uploaded', 'confirm', 'cancel'), (body) => (body.jobId = ANY_ID)),
    caughtBy: [
      'job-action.status-and-id',
      'confirm.answer',
      'cancel.answer',
      'direct.file-starts-processing',
    ],
  },
  {
    name: 'says a total after an upload, and the status before it',
    mutate: editing(isAction('upload'), (body) =>
      Object.assign(body, { totalChargeCents: 0, status: 'pending' }),
    ),
    caughtBy: ['job-action.total-on-confirm-only', 'reading.job.action-statuses'],
  },
  {
    name: 'begins with uploaded, and with counts',
    mutate: editing(isJobDetail, (body) => {
      if (body.status === 'pending') Object.assign(body, { status: 'uploaded', totalRows: 0 });
    }),
    caughtBy: ['states.created-is-pending', 'reading.job.null-before-preview', 'direct.file-is-required'],
  },
  {
    name: 'goes back to pending after the upload',
    mutate: showsOnceAgain(/\/upload(ed)?$/, 'pending', false),
    caughtBy: ['states.upload-starts-processing'],
  },
  {
    name: 'goes back to preview after confirm',
    mutate: showsOnceAgain(/\/confirm$/, 'preview', true),
    caughtBy: ['states.confirm-leads-to-completed'],
  },
  {
    name: 'keeps the numbers of the preview to itself',
    mutate: editing(isJobDetail, (body) => COUNTS.forEach((name) => (body[name] = null))),
    caughtBy: ['states.preview-tells-the-cost'],
  },
  {
    name: 'says cancelled and does not cancel',
    mutate: () => async (request, forward) => {
      const [, jobId] = /([^/]+)\/cancel$/.exec(pathOf(request)) ?? [];
      return jobId === undefined ? forward(request) : answer(200, { status: 'cancelled', jobId });
    },
    caughtBy: [
      'states.cancel-pending',
      'states.cancel-preview',
      'cancel.stays-listed',
      'reading.job.cancel-after-upload',
    ],
  },
  {
    name: 'makes one job however often it is asked',
    mutate: createdOnce,
    caughtBy: ['create.own-job-each-time', 'list-jobs.newest-first'],
  },
  {
    name: 'answers a creation with a wrong method and a relative address',
    mutate: editing(isCreated, (body) => Object.assign(body, { uploadMethod: 'post', uploadUrl: '/upload' })),
    caughtBy: ['create.answer', 'reading.create.absolute-upload-url'],
  },
  {
    name: 'has the direct upload elsewhere',
    mutate: editing(isCreated, (body) => (body.uploadUrl = `${String(body.uploadUrl)}s`)),
    caughtBy: ['direct.upload-url'],
  },
  {
    name: 'lists the oldest first, and 49',
    mutate: editing(isJobList, (body) => (body.jobs = entries(body).slice(0, 49).reverse())),
    caughtBy: ['list-jobs.newest-first', 'list-jobs.at-most-50'],
  },
  {
    name: "lists everybody's jobs without their charges",
    mutate: () => {
      const seen: Json[] = [];
      return async (request, forward) => {
        const original = await forward(request);
        const body = jsonOf(original);
        if (body === null) return original;
        if (isCreated(request, original))
          seen.push({
            ...(jsonOf(success({ ...request, method: 'GET', path: `${JOBS}/1` })) ?? {}),
            id: body.jobId,
            origin: 'web',
          });
        if (!isJobList(request, original)) return original;
        const kept = entries(body).filter(({ id }) => !seen.some((job) => job.id === id));
        return answer(200, { jobs: [...seen, ...kept].slice(0, 50) });
      };
    },
    caughtBy: ['list-jobs.own-only', 'list-jobs.fields', 'reading.job.origin'],
  },
  {
    name: 'lists all jobs, whatever list is asked for',
    mutate: () => (request, forward) => forward({ ...request, path: pathOf(request) }),
    caughtBy: ['reading.list-jobs.by-content'],
  },
  {
    name: 'takes any contentDigest',
    mutate: () => (request, forward) => {
      if (pathOf(request) !== JOBS || request.method !== 'POST') return forward(request);
      const { contentDigest: _, ...body } = jsonOf(request) ?? {};
      return forward({ ...request, body: Buffer.from(JSON.stringify(body)) });
    },
    caughtBy: ['reading.create.content-digest', 'reading.list-jobs.by-content'],
  },
  {
    name: 'takes one part in a form only',
    mutate: () => async (request, forward) =>
      request.body.includes('name="note"') ? answer(400, { error: 'file alone, please' }) : forward(request),
    caughtBy: ['direct.other-parts'],
  },
  {
    name: 'takes files of 40 MB',
    mutate: () => async (request, forward) =>
      request.body.length > 40_000_000 ? answer(400, { error: 'file is too large' }) : forward(request),
    caughtBy: ['reading.direct.50-mb'],
  },
  {
    name: 'brings any file to preview',
    mutate: editing(isJobDetail, (body) => {
      if (body.status !== 'failed') return;
      Object.assign(body, { status: 'preview', totalRows: 1, matchedRows: 0, totalChargeCents: 0 });
    }),
    caughtBy: ['limits.rows-above', 'reading.failed.takes-no-action'],
  },
  {
    name: 'says only that a job failed',
    mutate: editing(isJobDetail, (body) => {
      if (body.status === 'failed') body.errorMessage = 'Something went wrong.';
    }),
    caughtBy: [
      'missing-column',
      'column-twice',
      'no-rows',
      'open-quote',
      'zip',
      'pdf',
      'gzip',
      'nul-bytes',
    ].map((id) => `reading.failed.${id}`),
  },
  {
    name: "does not look at the owner's name",
    mutate: () => async (request, forward) => {
      const body = request.body.toString().replace(/,"firstName":"First","lastName":"Last"/, '');
      return pathOf(request) === JOBS ? forward({ ...request, body: Buffer.from(body) }) : forward(request);
    },
    caughtBy: ['create.owner-name-steers'],
  },
  {
    name: 'wants a key for the PUT',
    presigned: true,
    mutate: () => async (request, forward) =>
      request.method === 'PUT' ? answer(401, { error: 'no key' }) : forward(request),
    caughtBy: ['presigned.put-then-uploaded', 'presigned.key-is-not-needed'],
  },
  {
    name: 'takes any PUT and any call of uploaded',
    presigned: true,
    mutate: () => async (request, forward) => {
      const original = await forward(request);
      if (original.status < 400) return original;
      return request.method === 'PUT' ? answer(200, {}) : success(request);
    },
    caughtBy: [
      'presigned.uploaded-once',
      'reading.presigned.changed-link',
      'reading.presigned.link-of-its-job',
      'reading.presigned.put-first',
      'reading.presigned.last-put-counts',
    ],
  },
  {
    name: 'never makes a link anew',
    presigned: true,
    mutate: () => {
      const links = new Map<string, unknown>();
      return changing(isJobDetail, (original, request) => {
        const body = jsonOf(original) ?? {};
        if (typeof body.downloadUrl === 'string' && !links.has(request.path))
          links.set(request.path, body.downloadUrl);
        return answer(200, { ...body, downloadUrl: links.get(request.path) ?? null });
      })();
    },
    caughtBy: ['get-job.expired-link'],
  },
];

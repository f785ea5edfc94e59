// Servers that accept what they should refuse, or refuse what they should accept.
import {
  answer,
  BULK,
  changing,
  everything,
  isBulk,
  isSingle,
  jsonOf,
  JOBS,
  pathOf,
  success,
  withStatus,
  editing,
  type Mutant,
} from './mutant.js';

const isPage =
  (status: number) => (_request: unknown, original: { status: number; headers: Record<string, string> }) =>
    original.status === status && original.headers['content-type']?.startsWith('text/html') === true;

const isApi = withStatus((request, { headers }) => {
  return headers['content-type']?.startsWith('application/json') === true && request.path.startsWith('/api/');
}, 404);

const replace =
  (changeTo: (request: Parameters<typeof success>[0]) => ReturnType<typeof success>) =>
  (_original: unknown, request: Parameters<typeof success>[0]) =>
    changeTo(request);

export const refusalMutants: readonly Mutant[] = [
  {
    name: 'takes requests that are not valid',
    mutate: changing(withStatus(everything, 400), replace(success)),
    caughtBy: [
      'overview.no-search-by-name',
      'address-input.address-is-required',
      'address-input.address-is-a-string',
      'address-input.address-is-not-empty',
      'address-input.city-is-a-string',
      'address-input.state-is-two-letters',
      'address-input.zip-is-five-digits',
      'bulk.addresses-is-required',
      'bulk.at-least-one',
      'bulk.at-most-100',
      'bulk.entries-are-objects',
      'json.broken',
      'create.filename-is-required',
      'create.filename-ends-in-csv',
      'create.filename-length',
      'create.mapping-is-required',
      'create.mapping-fields-are-required',
      'direct.file-is-required',
      'direct.at-most-50-mb',
      'contact-message.required-fields',
      'contact-message.full-name',
      'contact-message.email',
      'contact-message.phone',
      'contact-message.reason',
      'contact-message.message',
      'contact-message.consent',
      'contact-message.not-sent',
      'authentication.contact-needs-none',
      'errors.json-with-error',
      'reading.order.body-before-balance',
      'reading.address.white-space',
      'reading.address.control-characters',
      'reading.address.state-and-zip-exactly',
      'reading.refusal.every-invalid-field',
      'reading.refusal.one-key',
      'reading.body.not-an-object',
      'reading.body.not-utf-8',
      'reading.body.content-type',
      'reading.body.depth',
      'reading.body.size',
      'reading.contact.trimmed',
      'reading.contact.consent-null',
      'reading.contact.phone-grammar',
      'reading.contact.wrong-key',
      'reading.idempotency.other-body',
      'reading.idempotency.malformed',
      'reading.idempotency.refusals-are-not-kept',
      'reading.direct.empty-file',
      'reading.direct.file-part',
      'reading.direct.broken-form',
    ],
  },
  {
    name: 'names no field when it refuses',
    mutate: editing(withStatus(everything, 400), (body) => (body.error = 'Bad request')),
    caughtBy: [
      'errors.400-names-the-field',
      'address-input.zip-is-five-digits',
      'contact-message.email',
      'direct.file-is-required',
    ],
  },
  {
    name: 'names every field when it refuses, valid ones too',
    mutate: editing(withStatus(everything, 400), (body) => (body.error = 'check address, city, state, zip')),
    caughtBy: ['errors.400-names-the-field', 'reading.refusal.every-invalid-field'],
  },
  {
    name: 'is stricter than the specification: wants city, state and zip, and no other field',
    mutate: () => async (request, forward) => {
      const body = jsonOf(request);
      const entries = pathOf(request) === BULK ? ((body?.addresses ?? []) as object[]) : [body ?? {}];
      const strict = entries.some((entry) => Object.keys(entry).sort().join() !== 'address,city,state,zip');
      const lookup = pathOf(request) === BULK || pathOf(request) === '/api/v1/skip-trace';
      return lookup && strict
        ? answer(400, { error: 'address, city, state and zip, please' })
        : forward(request);
    },
    caughtBy: [
      'overview.fifty-states',
      'address-input.only-address-is-required',
      'single.address-alone',
      'bulk.address-alone',
      'json.ignores-unknown-fields',
      'versioning.new-request-fields',
      'reading.address.line-breaks',
    ],
  },
  {
    name: 'refuses what looks odd: ZIP codes with a leading zero, lower case, long mappings, queries, CSV in capitals',
    mutate: () => async (request, forward) => {
      const text = request.body.toString();
      const odd =
        /"zip":"0|"state":"nv"|"firstName"|\.CSV"|"city":""/.test(text) || request.path.includes('?');
      const json = request.headers['content-type'] === 'application/json' || request.path.includes('?limit');
      return odd && json ? answer(400, { error: 'odd' }) : forward(request);
    },
    caughtBy: [
      'address-input.leading-zero',
      'create.owner-name-columns',
      'reading.address.state-and-zip-exactly',
      'reading.address.city',
      'reading.query.unknown-parameters',
      'reading.create.csv-in-any-case',
    ],
  },
  {
    name: 'refuses a bulk of one',
    mutate: () => async (request, forward) =>
      pathOf(request) === BULK && (jsonOf(request)?.addresses as unknown[]).length === 1
        ? answer(400, { error: 'addresses' })
        : forward(request),
    caughtBy: ['bulk.one-entry'],
  },
  {
    name: 'lets everybody in',
    mutate: changing(withStatus(everything, 401), replace(success)),
    caughtBy: [
      'authentication.key-is-required',
      'authentication.elsewhere-is-no-key',
      'authentication.prefix',
      'authentication.malformed',
      'authentication.unknown',
      'authentication.revoked',
      'authentication.inactive',
      'errors.json-with-error',
      'reading.order.key-before-body',
      'reading.header.unauthenticated',
      'reading.header.error-code',
    ],
  },
  {
    name: 'lets nobody in',
    // But for the account: where that is refused, too, the suite ends before its first check.
    mutate: () => async (request, forward) =>
      pathOf(request) === '/api/user/account' ? forward(request) : answer(401, { error: 'no' }),
    caughtBy: [
      'authentication.key-works',
      'limits.per-account',
      'reading.contact.wrong-key',
      'overview.three-ways',
    ],
  },
  {
    name: 'never asks for a balance',
    mutate: changing(withStatus(everything, 402), replace(success)),
    caughtBy: [
      'overview.fifty-states',
      'single.balance-below-a-match',
      'bulk.balance-below-the-worst-case',
      'confirm.balance-below-the-total',
      'errors.402-balance-required',
      'reading.money.balance-before-lookup',
    ],
  },
  {
    name: 'asks for the balance of one match where a bulk needs more',
    mutate: editing(withStatus(everything, 402), (body) => (body.balanceRequired = 4)),
    caughtBy: [
      'bulk.balance-below-the-worst-case',
      'confirm.balance-below-the-total',
      'pricing.bulk-reserves-worst-case',
    ],
  },
  {
    name: 'shows the jobs of others',
    mutate: changing(isApi, replace(success)),
    caughtBy: [
      'errors.404-unknown-job',
      'errors.404-job-of-another',
      'errors.404-preview-of-another',
      'reading.order.job-before-file',
      'reading.order.job-before-status',
      'reading.job-id.malformed',
    ],
  },
  {
    name: 'acts whatever the status',
    mutate: changing(withStatus(everything, 409), replace(success)),
    caughtBy: [
      'states.pending-refuses',
      'states.preview-refuses',
      'states.cancelled-refuses',
      'states.completed-refuses',
      'confirm.once',
      'direct.once',
      'errors.409-names-the-status',
      'reading.body.of-an-action',
      'reading.failed.takes-no-action',
    ],
  },
  {
    name: 'answers Error bodies where the application has pages',
    mutate: changing(
      (request, original) => isPage(404)(request, original) || isPage(405)(request, original),
      ({ status }) => answer(status, { error: 'no' }),
    ),
    caughtBy: [
      'single.post-only',
      'bulk.post-only',
      'pages.unknown-path',
      'pages.unsupported-method',
      'pages.lookups-by-post-only',
      'versioning.in-the-path',
      'versioning.outside-v1',
      'reading.order.page-before-key',
      'reading.page.method-not-allowed',
      'reading.page.not-found',
      'reading.header.error-code',
    ],
  },
  {
    name: 'fails where it should answer',
    mutate: changing(withStatus(everything, 500), replace(success)),
    caughtBy: ['errors.500-lookup', 'pricing.failure-is-free', 'reading.money.failed-bulk'],
  },
  {
    name: 'says balanceRequired in every error',
    mutate: editing(
      withStatus((r, a) => isSingle(r, a) || isBulk(r, a), 400),
      (body) => (body.balanceRequired = 4),
    ),
    caughtBy: ['errors.402-balance-required', 'reading.refusal.one-key'],
  },
  {
    name: 'limits refused contact messages',
    mutate: () => {
      let refused = 0;
      return async (request, forward) => {
        if (pathOf(request) === '/api/contact' && ++refused > 5)
          return answer(429, { error: 'later' }, { 'retry-after': '900' });
        return forward(request);
      };
    },
    caughtBy: ['reading.contact.refusals-do-not-count'],
  },
  {
    name: 'has no HEAD and no jobs',
    mutate: () => async (request, forward) =>
      request.method === 'HEAD' || pathOf(request) === JOBS ? answer(500, { error: 'no' }) : forward(request),
    caughtBy: ['reading.page.head', 'create.answer', 'cancel.answer', 'list-jobs.own-only'],
  },
];

// The faults of scripts/mutants.mjs: each has `from`, which `file` contains once, `to` in its place, and `tests` of `npm test`
// that must catch it, from the src/ of its package.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { root } from './packages.mjs';

const decide = 'address/src/match/decide.ts';
const agreement = 'address/src/match/agreement.ts';
const books = 'server/src/money/billing/books.ts';
const states = 'server/src/work/jobs/states.ts';
const links = 'server/src/platform/storage/signed-links.ts';

export const mutants = [
  // Money
  {
    name: 'a bulk lookup keeps the price of one match too many',
    file: books,
    from: 'amountCents - matches * priceCents',
    to: 'amountCents - (matches + 1) * priceCents',
    tests: ['work/lookups/bulk'],
  },
  {
    name: 'the repeat of a bulk lookup sets its money aside a second time',
    file: books,
    from: 'const held = this.#heldFor(requestFingerprint);',
    to: 'const held = undefined as Reservation | undefined;',
    tests: ['money/billing/ledger-store'],
  },
  {
    name: 'a reservation is given back twice',
    file: books,
    from: 'if (!this.#held.has(reservation.id)) return false;',
    to: '',
    tests: ['money/billing/billing'],
  },
  {
    name: 'a settlement after the sweep is not refused',
    file: books,
    from: 'if (!this.#held.has(id)) throw new ReservationExpiredError();',
    to: '',
    tests: ['money/billing/billing'],
  },
  {
    name: 'the daily cap lets one miss too many through',
    file: 'server/src/money/limits/daily-misses.ts',
    from: 'netMisses(counted) >= dailyMisses',
    to: 'netMisses(counted) > dailyMisses',
    tests: ['money/limits/daily-misses'],
  },
  {
    name: 'a match without a phone is charged for where none is wanted',
    file: 'server/src/work/lookups/bulk.ts',
    from: '!requirePhone || owner.phones.length > 0',
    to: 'true',
    tests: ['work/lookups/require-phone', 'work/lookups/bulk'],
  },
  {
    name: 'the charge for an owner without a phone left is not given back',
    file: 'server/src/work/jobs/results.ts',
    from: 'job.requirePhone === 1 && owner?.phones.length === 0',
    to: 'false',
    tests: ['work/jobs/require-phone'],
  },
  {
    name: 'a result is checked without the stored owners',
    file: 'server/src/work/jobs/results.ts',
    from: 'details === null || without.has(id)',
    to: 'without.has(id) && details === undefined',
    tests: ['work/jobs/left-out-results'],
  },
  {
    name: 'a property is given back although a co-owner of it is delivered',
    file: 'server/src/work/jobs/charges.ts',
    from: 'left.delete(paid)',
    to: 'left.has(paid)',
    tests: ['work/jobs/withheld'],
  },
  {
    name: 'webhooks reach the private network by a name',
    file: 'server/src/work/webhooks/post.ts',
    from: '!addresses.every(({ address }) => isPublicAddress(address))',
    to: 'false',
    tests: ['work/webhooks/post'],
  },
  {
    name: 'a test key and a live one share their receipts',
    file: 'server/src/money/receipts/replays.ts',
    from: "mode === 'test' ? `${TEST}${operation}` : operation",
    to: 'operation',
    tests: ['surfaces/http/test-keys'],
  },
  {
    name: 'a job is paid before it has a price',
    file: states,
    from: "confirm: { from: ['preview']",
    to: "confirm: { from: ['processing', 'preview']",
    tests: ['work/jobs/states'],
  },
  {
    name: 'a paid job can be cancelled',
    file: states,
    from: "cancel: { from: ['pending', 'uploaded', 'preview']",
    to: "cancel: { from: ['pending', 'uploaded', 'preview', 'confirmed']",
    tests: ['work/jobs/states'],
  },
  {
    name: 'a lookup that went out and has no answer is sent again as if it had not',
    file: 'sdk/src/transport/outcome.ts',
    from: "return outcome.sent ? 'unclear' : 'not-sent';",
    to: "return 'not-sent';",
    tests: ['transport/lookup'],
  },
  {
    name: 'a gateway that failed is believed to have charged nothing',
    file: 'sdk/src/transport/outcome.ts',
    from: 'status === 500 && isErrorBody(json)',
    to: 'status >= 500 && isErrorBody(json)',
    tests: ['transport/lookup'],
  },
  {
    name: 'the ceiling of the command line is a cent too high',
    file: 'cli/src/spending.ts',
    from: 'cents > spending.ceiling)',
    to: 'cents > spending.ceiling + 1)',
    tests: ['commands/bulk/bulk'],
  },
  {
    name: '--yes spends without a ceiling',
    file: 'cli/src/spending.ts',
    from: 'if (spending.yes && spending.ceiling === undefined) {',
    to: 'if (spending.yes && spending.ceiling === null) {',
    tests: ['commands/bulk/bulk'],
  },
  {
    name: 'the web app asks a question without an answer under a new key',
    file: 'web/src/pages/lookup/questions.ts',
    from: 'if (known !== undefined) return { question: known, isRepeated: true };',
    to: '',
    tests: ['pages/lookup/questions'],
  },
  {
    name: 'the web app forgets the key of a lookup whose answer was lost',
    file: 'web/src/pages/lookup/look-up.ts',
    from: 'if (!isRepeated && error instanceof Problem && error.isNothingDone) closeQuestion',
    to: 'closeQuestion',
    tests: ['pages/lookup/look-up'],
  },
  {
    name: 'the web app takes a job that still waits for an approved one',
    file: 'web/src/jobs/approve.tsx',
    from: "if (job !== undefined && job.status !== 'preview') return;",
    to: 'if (job !== undefined) return;',
    tests: ['jobs/approve'],
  },
  // Matching
  {
    name: 'two properties that fit are a match',
    file: decide,
    from: "if (!isOneProperty(addresses)) return { matched: false, reason: 'ambiguous' };",
    to: '',
    tests: ['match/matcher'],
  },
  {
    name: 'a contradicting street on file is ignored',
    file: decide,
    from: 'if (rival !== undefined) return { matched: false, reason: rival.reason, rival };',
    to: '',
    tests: ['match/matcher'],
  },
  {
    name: 'another state is no difference',
    file: agreement,
    from: "if (a.stateKey !== '' && b.stateKey !== '' && a.stateKey !== b.stateKey) return different('state');",
    to: '',
    tests: ['match/matcher'],
  },
  {
    name: 'another unit of the house is a match',
    file: agreement,
    from: 'return a.unitKey === b.unitKey ? agreed : combine(agreed, otherUnit(a, b, agreed));',
    to: 'return agreed;',
    tests: ['match/matcher'],
  },
  // Sessions and links
  {
    name: 'the key of a suspended account works',
    file: 'server/src/money/accounts/authenticate.ts',
    from: "if (row.status !== 'active') {",
    to: "if (row.status === 'gone') {",
    tests: ['surfaces/http/authentication'],
  },
  {
    name: 'a session that nobody uses lives on',
    file: 'server/src/money/accounts/sessions.ts',
    from: 'customer: { idleMs: 7 * MS_PER_DAY',
    to: 'customer: { idleMs: 29 * MS_PER_DAY',
    tests: ['surfaces/http/app-api/sessions'],
  },
  {
    name: 'a link to a file never ends',
    file: links,
    from: 'if (this.clock.now() >= Number(expires) * MS_PER_SECOND) throw new InvalidLinkError();',
    to: '',
    tests: ['platform/storage/signed-links'],
  },
  {
    name: 'a link to upload also downloads',
    file: links,
    from: 'JSON.stringify([purpose, jobId, version, keyId, expires])',
    to: 'JSON.stringify([jobId, version, keyId, expires])',
    tests: ['platform/storage/signed-links'],
  },
  // Files
  {
    name: "a repeated row gets other cells than the owner's",
    file: 'csv/src/leads/restored.ts',
    from: 'if (known) known.cells = own.slice(startOfLast(own, ownerCells, dialect));',
    to: 'if (known) known.cells ??= own.slice(0, startOfLast(own, ownerCells, dialect));',
    tests: ['leads/restored'],
  },
];

/** Times that the source contains the place of a fault, which must be 1. */
export const placesOf = ({ file, from }) =>
  readFileSync(path.join(root, 'packages', file), 'utf8').split(from).length - 1;

/** Files of the tests that must catch a fault, from the folder of its package. */
export const testsOf = ({ tests }) => tests.map((test) => `src/${test}.test.ts`);

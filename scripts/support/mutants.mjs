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
  {
    name: 'a bulk lookup keeps the price of one match too many',
    file: books,
    from: 'amountCents - matches * priceCents',
    to: 'amountCents - (matches + 1) * priceCents',
    tests: ['work/lookups/bulk'],
  },
  {
    name: 'a reservation is given back twice',
    file: books,
    from: 'if (!this.#held.has(reservation.id)) return false;',
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
    name: 'the ceiling of the command line is a cent too high',
    file: 'cli/src/spending.ts',
    from: 'cents > spending.ceiling)',
    to: 'cents > spending.ceiling + 1)',
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
    name: 'two properties that fit are a match',
    file: decide,
    from: "if (!isOneProperty(addresses)) return { matched: false, reason: 'ambiguous' };",
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
  {
    name: 'the key of a suspended account works',
    file: 'server/src/money/accounts/authenticate.ts',
    from: "if (row.status !== 'active') {",
    to: "if (row.status === 'gone') {",
    tests: ['surfaces/http/authentication'],
  },
  {
    name: 'a link to a file never ends',
    file: links,
    from: 'if (this.clock.now() >= Number(expires) * MS_PER_SECOND) throw new InvalidLinkError();',
    to: '',
    tests: ['platform/storage/signed-links'],
  },
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

import { isoTime } from '../../platform/clock.js';
import { table } from '../../platform/lib/printable.js';
import { DROP_STATUS, WAITS } from '../../privacy/list/suppression-store.js';
import { act } from './act.js';
import { bool, choice, day, int, list, maybe, object, orNull, text, time } from './schema.js';
import { DropState } from './schemas/people.js';

export const getDncLists = act({
  says: 'Show the Do Not Call lists, and how old they are',
  fields: {},
  async run({ dncLists, dncFindings, clock }) {
    const { ageInDays, MAX_DNC_AGE_DAYS } = await import('../../directory/index.js');
    const lists = (await dncLists())
      .toSorted((a, b) => a.kind.localeCompare(b.kind) || a.areaCode - b.areaCode)
      .map(({ areaCode, importedAt, ...one }) => ({
        ...one,
        areaCode: areaCode === 0 ? null : String(areaCode),
        importedAt: isoTime(importedAt),
        ageDays: ageInDays(one.dated, clock.now()),
      }));
    return { maxAgeDays: MAX_DNC_AGE_DAYS, findings: await dncFindings(), lists };
  },
  app: {
    id: 'getDncLists',
    at: 'GET /operator/api/dnc',
    answers: [
      200,
      'The Do Not Call lists, and what is wrong with them, as sentences.',
      object({
        maxAgeDays: int('A national list may be this many days old.'),
        findings: list(text()),
        lists: list(
          object({
            kind: choice(['national', 'internal', 'litigator']),
            areaCode: orNull(text('Null for all.')),
            dated: day(),
            numbers: int(),
            ageDays: int(),
            importedAt: time(),
          }),
        ),
      }),
    ],
  },
  command: {
    name: 'dnc status',
    prints: ({ lists }) => [
      lists,
      lists.length === 0
        ? ['No list was imported: owner files alone say which phones are listed.']
        : table(
            ['KIND', 'AREA CODE', 'NUMBERS', 'OF', 'DAYS OLD', 'IMPORTED'],
            lists.map((one) => [
              ...[one.kind, one.areaCode ?? 'all', one.numbers.toLocaleString('en-US')],
              ...[one.dated, String(one.ageDays), one.importedAt],
            ]),
          ),
    ],
  },
});

/** Most batches that are read: a daily run leaves one per day. */
const BATCHES = 1_000;

const DROP_STATUSES = new Map<number | null, string>(
  Object.entries({ waits: WAITS, ...DROP_STATUS }).map(([name, status]) => [
    status,
    name.replace(/[A-Z]/, (letter) => ` ${letter.toLowerCase()}`),
  ]),
);
const named = (status: number | null): string | null => DROP_STATUSES.get(status) ?? null;

/** Status in a command's output. A row that waits is deleted by `drop sync --delete`. */
const printed = (status: string | null): string | null =>
  status === 'waits' ? 'waits for --delete' : status;

export const getDropStatus = act({
  says: "Show the deadlines of California's DROP, and what its lists came to",
  fields: {},
  also: { sandbox: maybe(bool("of the platform's sandbox")) },
  async run({ drop, clock, config, dropFindings }, { sandbox }) {
    const { deadlinesOf } = await import('../../privacy/drop/index.js');
    const service = sandbox === true ? 'sandbox' : 'production';
    const batches = await drop.batches(service, BATCHES);
    const { periodDays, ...times } = deadlinesOf(batches, clock.now(), config.drop.periodDays);
    const time = (ms: number | null): string | null => (ms === null ? null : isoTime(ms));
    return {
      service,
      hasKey: config.drop.apiKey !== null,
      periodDays,
      lastAccessAt: time(times.lastAccessAt),
      nextAccessBy: time(times.nextAccessBy),
      answerBy: time(times.answerBy),
      findings: await dropFindings(),
      counts: (await drop.counts(service)).map(({ status, reported, ...rest }) => ({
        ...rest,
        status: named(status),
        reported: named(reported),
      })),
    };
  },
  app: {
    id: 'getDropStatus',
    at: 'GET /operator/api/drop',
    answers: [200, "The state of California's DROP, in production.", DropState],
    show: ({ service: _, ...state }) => state,
  },
  command: {
    name: 'drop status',
    prints({ hasKey: _, findings: _findings, ...state }) {
      const { periodDays, lastAccessAt, nextAccessBy, answerBy } = state;
      const counts = state.counts.map((one) => ({
        ...one,
        status: printed(one.status),
        reported: printed(one.reported),
      }));
      return [
        { ...state, counts },
        [
          lastAccessAt === null
            ? 'DROP was never asked by this server.'
            : `Last asked ${lastAccessAt}; again by ${nextAccessBy ?? ''} (every ${periodDays} days).`,
          ...(answerBy === null ? [] : [`Statuses are due by ${answerBy}: run "drop sync".`]),
          ...table(
            ['LIST', 'ROWS', 'STATUS', 'REPORTED', 'IN FORCE'],
            counts.map(({ list: name, items, status, reported, inForce }) => [
              ...[name, items.toLocaleString('en-US'), status ?? 'not matched yet', reported ?? 'no'],
              inForce ? 'yes' : 'taken back',
            ]),
          ),
        ],
      ];
    },
  },
});

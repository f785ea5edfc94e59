import { Box, Stack, Text } from '@mantine/core';
import type { AppSchemas } from '@skiptrace/contract/app';
import { DataTable } from '../parts/data-table.js';
import { capital, count, money, dateAndTime, plural } from '../parts/format.js';
import { Fine, To } from '../parts/text.js';
import { changesOf } from './terms.js';

export type LogEvent = AppSchemas['LogEvent'];

/** Words for each kind of entry of the log of disclosures. */
export const KIND_WORDS = {
  'job.confirm': 'Approved and paid',
  'job.result': 'Result written',
  'job.download': 'Result downloaded',
  refund: 'Refund',
  credit: 'Balance changed',
  price: 'Price or limits changed',
  account: 'Account changed',
  'key.create': 'Key created',
  'key.revoke': 'Key revoked',
  sign_in: 'Signed in',
  suppression: 'Suppression list changed',
  'people.delete': 'A person deleted',
  correction: 'Correction of an owner changed',
  // Operators' acts on the pages are of this kind, too.
  command: 'Command, or an operator’s act',
} as const;
const kindWords: Readonly<Record<string, string>> = KIND_WORDS;

const text = (value: unknown): string => (typeof value === 'string' ? value : '');

/** Names an event in a few words. */
export function whatHappened({ kind, details, actor }: LogEvent): string {
  if (kind !== 'command') return kindWords[kind] ?? kind;
  const command = text(details['command']);
  return actor.startsWith('command:') ? `Command "${command}"` : capital(command);
}

/**
 * Names the actor of an event.
 * @param about what is known of a customer: the account, and the key or session
 */
export function whoDidIt(actor: string, { kind: what, accountName, key }: Partial<LogEvent> = {}): string {
  const [kind = '', ...name] = actor.split(':');
  const who = name.join(':');
  const customer = accountName ?? 'The customer';
  const label = key?.label ?? null;
  const withKey = label === null ? `key ${who.slice(0, SHOWN_OF_ID)}` : `key “${label}”`;
  switch (kind) {
    case 'operator':
      return `${who || 'An operator'}, in the web app`;
    case 'command':
      return what !== undefined && OF_NO_PLACE.has(what)
        ? who || 'An operator'
        : `${who || 'An operator'}, on the command line`;
    case 'key':
      return key?.isWebSession === true ? `${customer}, in a web session` : `${customer}, with ${withKey}`;
    case 'dashboard':
      return key?.isWebSession === false
        ? `${customer}, in a web session that began with ${withKey}`
        : `${customer}, in a web session`;
    default:
      return 'The server';
  }
}

/** Kinds that note every operator as on the command line, also one in the web app. */
const OF_NO_PLACE: ReadonlySet<string> = new Set(['suppression', 'people.delete']);

/** Characters of an id that tell a key from the account's others. */
const SHOWN_OF_ID = 8;

/** Shown as links, or in what happened. */
const ELSEWHERE: ReadonlySet<string> = new Set([
  'accountId',
  'jobId',
  'importId',
  'messageId',
  'requestId',
  'command',
]);
const MOST_DETAILS = 6;

/** Details of an event in words. */
export function detailsOf({ kind, details }: LogEvent): string[] {
  if (kind === 'price') return changesOf(details);
  return Object.entries(details)
    .filter(([name]) => !ELSEWHERE.has(name))
    .flatMap(([name, value]) => {
      // The digests of the parts of a result, which are for "audit verify".
      if (name === 'parts' && Array.isArray(value)) return [plural(value.length, 'part')];
      const words = valueOf(name, value);
      return words === null ? [] : [`${wordsOf(name)}: ${words}`];
    })
    .slice(0, MOST_DETAILS);
}

/** An id means nothing to a person. */
const ID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

function valueOf(name: string, value: unknown): string | null {
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (typeof value === 'number') return name.endsWith('Cents') ? money(value) : count(value);
  if (typeof value === 'string' && ID.test(value)) return null;
  if (Array.isArray(value)) return value.filter((one) => typeof one === 'string').join(', ') || null;
  return text(value) || null;
}

/** `amountCents` → "amount". */
const wordsOf = (name: string): string =>
  name
    .replace(/Cents$/, '')
    .replace(/([A-Z])/g, ' $1')
    .replace(/ Id$/, ' ID')
    .toLowerCase()
    .replace(/ id$/, ' ID');

/** Links to what an event is about. */
export function placesOf({ accountId, accountName, kind, reference, details }: LogEvent): {
  to: string;
  name: string;
}[] {
  const places: [path: string, id: string, name: string][] = [
    ['accounts', accountId ?? text(details['accountId']), accountName ?? 'Account'],
    ['jobs', kind.startsWith('job.') ? (reference ?? '') : text(details['jobId']), 'Job'],
    ['owners/imports', text(details['importId']), 'Import'],
    ['support', text(details['messageId']), 'Message'],
    ['requests', text(details['requestId']), 'Request'],
  ];
  return places
    .filter(([, id]) => id !== '')
    .map(([path, id, name]) => ({ to: `/operator/${path}/${id}`, name }));
}

/** Equal events as one row: the newest, how many there are, and when the first was. */
export interface EventRow {
  event: LogEvent;
  times: number;
  firstAt: string;
}

/** Equal events further apart than this stand in rows of their own. */
const TOGETHER_MS = 60 * 60_000;

/**
 * Events with equal ones collapsed. Those that moved money never are.
 * @param events newest first
 */
export function rowsOf(events: readonly LogEvent[]): EventRow[] {
  const rows: EventRow[] = [];
  const last = new Map<string, EventRow>();
  for (const event of events) {
    const { kind, actor, accountId, reference, cents, details, at } = event;
    // Each sign-in has a reference of its own.
    const same = JSON.stringify([kind, actor, accountId, kind === 'sign_in' ? null : reference, details]);
    const row = cents === 0 ? last.get(same) : undefined;
    if (row !== undefined && Date.parse(row.firstAt) - Date.parse(at) <= TOGETHER_MS) {
      row.times += 1;
      row.firstAt = at;
      continue;
    }
    const next = { event, times: 1, firstAt: at };
    rows.push(next);
    last.set(same, next);
  }
  return rows;
}

interface LogEventsProps {
  label?: string;
  /** Newest first; undefined while they load. */
  events: readonly LogEvent[] | undefined;
  /** Whether they may be of any account; what each is about is then linked. */
  isOfAll?: boolean;
}

/** Entries of the log of disclosures; equal ones are one row. */
export const LogEvents = ({ label = 'Events', events, isOfAll = false }: LogEventsProps) => (
  <DataTable
    label={label}
    rows={events && rowsOf(events)}
    verticalAlign="top"
    columns={[
      {
        title: 'When',
        breaks: 'never',
        cell: ({ event, times, firstAt }) => (
          <>
            {dateAndTime(event.at)}
            {times > 1 && <Fine>first {dateAndTime(firstAt)}</Fine>}
          </>
        ),
      },
      {
        title: 'What',
        breaks: 'anywhere',
        cell: ({ event, times }) => (
          <Stack gap={2}>
            <span>
              {whatHappened(event)}
              {times > 1 && (
                <Text span inherit c="dimmed">
                  {' '}
                  {count(times)} times
                </Text>
              )}
            </span>
            {detailsOf(event).map((detail) => (
              <Fine key={detail}>{detail}</Fine>
            ))}
            {isOfAll && <Places of={event} />}
            <Fine hiddenFrom="md">
              {whoDidIt(event.actor, event)}
              {event.cents !== 0 && `, ${money(-event.cents)}`}
            </Fine>
          </Stack>
        ),
      },
      {
        title: 'Who',
        from: 'md',
        // Beside long details it would break within words.
        cell: ({ event }) => <Box miw={160}>{whoDidIt(event.actor, event)}</Box>,
      },
      {
        title: 'Amount',
        isNumber: true,
        from: 'md',
        breaks: 'never',
        cell: ({ event: { cents } }) => (cents === 0 ? '' : money(-cents)),
      },
    ]}
  />
);

/** Links to what an event is about. */
function Places({ of }: { of: LogEvent }) {
  const places = placesOf(of);
  if (places.length === 0) return null;
  return (
    <Text size="xs">
      {places.map(({ to, name }, at) => (
        <span key={to}>
          {at > 0 && ' · '}
          <To to={to}>{name}</To>
        </span>
      ))}
    </Text>
  );
}

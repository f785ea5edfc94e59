import { Anchor, Stack, Table, Text } from '@mantine/core';
import { Link } from 'react-router';
import { DataTable } from '../parts/data-table.js';
import { count, money, time } from '../parts/format.js';
import {
  detailsOf,
  placesOf,
  rowsOf,
  whatHappened,
  whoDidIt,
  type EventRow,
  type LogEvent,
} from './events.js';

interface LogEventsProps {
  label?: string;
  /** Newest first. */
  events: readonly LogEvent[];
  /** Whether they may be of any account; what each is about is then linked. */
  isOfAll?: boolean;
}

/** Entries of the log of disclosures; equal ones are one row. */
export function LogEvents({ label = 'Events', events, isOfAll = false }: LogEventsProps) {
  return (
    <DataTable
      label={label}
      heads={['When', 'What', { title: 'Who', from: 'sm' }, { title: 'Amount', isNumber: true, from: 'sm' }]}
    >
      {rowsOf(events).map((row) => (
        <Row key={row.event.id} row={row} isOfAll={isOfAll} />
      ))}
    </DataTable>
  );
}

function Row({ row: { event, times, firstAt }, isOfAll }: { row: EventRow; isOfAll: boolean }) {
  const who = whoDidIt(event.actor, event);
  return (
    <Table.Tr>
      <Table.Td style={{ whiteSpace: 'nowrap', verticalAlign: 'top' }}>
        {time(event.at)}
        {times > 1 && (
          <Text size="xs" c="dimmed">
            first {time(firstAt)}
          </Text>
        )}
      </Table.Td>
      <Table.Td style={{ overflowWrap: 'anywhere', verticalAlign: 'top' }}>
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
            <Text key={detail} size="xs" c="dimmed">
              {detail}
            </Text>
          ))}
          {isOfAll && <Places of={event} />}
          <Text size="xs" c="dimmed" hiddenFrom="sm">
            {who}
            {event.cents !== 0 && `, ${money(-event.cents)}`}
          </Text>
        </Stack>
      </Table.Td>
      <Table.Td visibleFrom="sm" style={{ overflowWrap: 'anywhere', verticalAlign: 'top' }}>
        {who}
      </Table.Td>
      <Table.Td ta="right" visibleFrom="sm" style={{ whiteSpace: 'nowrap', verticalAlign: 'top' }}>
        {event.cents === 0 ? '' : money(-event.cents)}
      </Table.Td>
    </Table.Tr>
  );
}

/** Links to what an event is about. */
function Places({ of }: { of: LogEvent }) {
  const places = placesOf(of);
  if (places.length === 0) return null;
  return (
    <Text size="xs">
      {places.map(({ to, name }, at) => (
        <span key={to}>
          {at > 0 && ' · '}
          <Anchor component={Link} to={to} inherit>
            {name}
          </Anchor>
        </span>
      ))}
    </Text>
  );
}

import { Badge, Group, Text } from '@mantine/core';
import type { AppSchemas } from '@skiptrace/contract/app';
import { whoDidIt } from '../../operator/events.js';
import { plural, time } from '../../parts/format.js';

type Purchase = AppSchemas['Purchase'];

/** Describes the properties of a charged lookup, so that the operator can tell whether a property was charged for twice. */
export function PurchaseNote({ purchase }: { purchase: Purchase | undefined }) {
  if (purchase === undefined) return null;
  const { by, properties, mark, before, idempotencyKey } = purchase;
  return (
    <>
      <Group gap={6} wrap="wrap">
        <Text size="xs" c="dimmed">
          {mark === null ? plural(properties, 'property', 'properties') : `Property ${mark}`}, {whoDidIt(by)}
        </Text>
        {before.length > 0 && (
          <Badge size="sm" color="orange" variant="light" tt="none" miw="max-content">
            Charged before
          </Badge>
        )}
      </Group>
      {before.map((earlier) => (
        <Text key={earlier.reference} size="xs" style={{ overflowWrap: 'anywhere' }}>
          {mark === null && properties > 1
            ? `${plural(earlier.properties, 'property', 'properties')} charged ${time(earlier.at)}`
            : `The same property was charged ${time(earlier.at)}`}
          {`, request ${earlier.reference}`}
        </Text>
      ))}
      {idempotencyKey !== null && (
        <Text size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
          Idempotency-Key {idempotencyKey}
        </Text>
      )}
    </>
  );
}

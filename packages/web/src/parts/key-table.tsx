import { Badge, Button, Table, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { AppSchemas } from '@skiptrace/contract/app';
import { Confirm } from './confirm.js';
import { Ago } from './ago.js';
import { dayOf } from './format.js';

type Key = AppSchemas['Key'];

const nameOf = ({ label, id }: Key): string => label ?? `Key ${id.slice(0, 8)}`;

const usedAt = ({ lastUsedAt }: Key) => (lastUsedAt === null ? 'never' : <Ago at={lastUsedAt} />);

interface KeyTableProps {
  keys: readonly Key[];
  /** Resolves when the key is revoked and the list refetched. */
  revoke: (key: Key) => Promise<void>;
}

/** API keys without their secret part. Revoking one asks for confirmation by its label. */
export function KeyTable({ keys, revoke: revokeKey }: KeyTableProps) {
  const [leaving, setLeaving] = useState<Key | null>(null);
  const revoke = useMutation({ mutationFn: revokeKey, onSuccess: () => setLeaving(null) });
  return (
    <>
      <Table verticalSpacing="sm" aria-label="API keys">
        <Table.Thead>
          <Table.Tr>
            <Table.Th scope="col">Key</Table.Th>
            <Table.Th scope="col" visibleFrom="sm">
              Created
            </Table.Th>
            <Table.Th scope="col" visibleFrom="xs">
              Last used
            </Table.Th>
            <Table.Th scope="col" ta="right">
              Revoke
            </Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {keys.map((key) => (
            <Table.Tr key={key.id}>
              <Table.Td>
                <Text span size="sm" fw={500} style={{ overflowWrap: 'anywhere' }}>
                  {nameOf(key)}
                </Text>{' '}
                <Badge variant="light" color={key.mode === 'live' ? 'brand' : 'orange'} size="sm">
                  {key.mode}
                </Badge>
                <Text size="xs" c="dimmed" hiddenFrom="xs">
                  Last used: {usedAt(key)}
                </Text>
              </Table.Td>
              <Table.Td visibleFrom="sm">{dayOf(key.createdAt)}</Table.Td>
              <Table.Td visibleFrom="xs">{usedAt(key)}</Table.Td>
              <Table.Td ta="right">
                {key.revokedAt === null ? (
                  <Button
                    size="compact-sm"
                    variant="default"
                    onClick={() => {
                      revoke.reset();
                      setLeaving(key);
                    }}
                    aria-label={`Revoke ${nameOf(key)}`}
                  >
                    Revoke
                  </Button>
                ) : (
                  <Text size="sm" c="dimmed">
                    revoked {dayOf(key.revokedAt)}
                  </Text>
                )}
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      <Confirm
        opened={leaving !== null}
        onClose={() => setLeaving(null)}
        title={`Revoke ${leaving === null ? 'the key' : nameOf(leaving)}?`}
        action="Revoke the key"
        isDangerous
        onConfirm={() => {
          if (leaving !== null) revoke.mutate(leaving);
        }}
        isPending={revoke.isPending}
        error={revoke.error}
      >
        Programs that use this key are refused from now on, and so are those who signed in with it. This
        can&apos;t be undone.
      </Confirm>
    </>
  );
}

import { Badge, Button, Table, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { AppSchemas } from '@skiptrace/contract/app';
import { Confirm } from './confirm.js';
import { Ago, localDate } from './format.js';
import { DataTable } from './data-table.js';
import { say } from './toast.js';

type Key = AppSchemas['Key'];

const nameOf = ({ label, id }: Key): string => label ?? `Key ${id.slice(0, 8)}`;

const usedAt = ({ lastUsedAt }: Key) => (lastUsedAt === null ? 'never' : <Ago at={lastUsedAt} />);

interface KeyTableProps {
  /** Undefined while they load. */
  keys: readonly Key[] | undefined;
  /** Resolves when the key is revoked and the list refetched. */
  revoke: (key: Key) => Promise<void>;
}

/** API keys without their secret part. Revoking one asks for confirmation by its label. */
export function KeyTable({ keys, revoke: revokeKey }: KeyTableProps) {
  const [leaving, setLeaving] = useState<Key | null>(null);
  const revoke = useMutation({
    mutationFn: revokeKey,
    onSuccess: (_, key) => {
      say(`${nameOf(key)} revoked.`);
      setLeaving(null);
    },
  });
  return (
    <>
      <DataTable
        label="API keys"
        heads={[
          'Key',
          { title: 'Created', from: 'sm' },
          { title: 'Last used', from: 'xs' },
          { title: 'Revoke', isNumber: true },
        ]}
      >
        {keys?.map((key) => (
          <Table.Tr key={key.id}>
            <Table.Td>
              <Text span size="sm" fw={500} style={{ overflowWrap: 'anywhere' }}>
                {nameOf(key)}
              </Text>{' '}
              <Badge tt="uppercase" color={key.mode === 'live' ? 'brand' : 'orange'} size="sm">
                {key.mode}
              </Badge>
              <Text size="xs" c="dimmed" hiddenFrom="xs">
                Last used: {usedAt(key)}
              </Text>
            </Table.Td>
            <Table.Td visibleFrom="sm">{localDate(key.createdAt)}</Table.Td>
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
                  revoked {localDate(key.revokedAt)}
                </Text>
              )}
            </Table.Td>
          </Table.Tr>
        ))}
      </DataTable>
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

import { Badge, Button, Table, Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { AppSchemas } from '@skiptrace/contract/app';
import { bodyOf, own } from '../../api/clients.js';
import { operatorAccountQuery } from '../../operator/accounts.js';
import { Confirm } from '../../parts/confirm.js';
import { Empty } from '../../parts/empty.js';
import { date, time } from '../../parts/format.js';

type Key = AppSchemas['Key'];

const nameOf = ({ label, id }: Key): string => label ?? `Key ${id.slice(0, 8)}`;

export function Keys({ accountId, keys }: { accountId: string; keys: readonly Key[] }) {
  const queries = useQueryClient();
  const [leaving, setLeaving] = useState<Key | null>(null);
  const revoke = useMutation({
    mutationFn: ({ id: keyId }: Key) =>
      bodyOf(
        own.DELETE('/operator/api/accounts/{accountId}/keys/{keyId}', {
          params: { path: { accountId, keyId } },
        }),
      ),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: operatorAccountQuery(accountId).queryKey });
      setLeaving(null);
    },
  });
  if (keys.length === 0) return <Empty title="This account has no keys" />;
  return (
    <>
      <Table verticalSpacing="sm">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Key</Table.Th>
            <Table.Th visibleFrom="sm">Created</Table.Th>
            <Table.Th visibleFrom="xs">Last used</Table.Th>
            <Table.Th ta="right">Revoke</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {keys.map((key) => (
            <Table.Tr key={key.id}>
              <Table.Td>
                <Text span size="sm" fw={500} style={{ overflowWrap: 'anywhere' }}>
                  {nameOf(key)}
                </Text>{' '}
                <Badge variant="light" color={key.mode === 'live' ? 'indigo' : 'orange'} size="sm">
                  {key.mode}
                </Badge>
              </Table.Td>
              <Table.Td visibleFrom="sm">{date(key.createdAt)}</Table.Td>
              <Table.Td visibleFrom="xs">{key.lastUsedAt === null ? 'never' : time(key.lastUsedAt)}</Table.Td>
              <Table.Td ta="right">
                {key.revokedAt === null ? (
                  <Button
                    size="compact-sm"
                    variant="light"
                    color="red"
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
                    revoked {date(key.revokedAt)}
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

import { Badge, Text } from '@mantine/core';
import type { AppSchemas } from '@skiptrace/contract/app';
import { DataTable } from './data-table.js';
import { ActButton } from './dialog.js';
import { Ago, localDate } from './format.js';
import { Fine } from './text.js';
import { say } from './toast.js';

type Key = AppSchemas['Key'];

const nameOf = ({ label, id }: Key): string => label ?? `Key ${id.slice(0, 8)}`;

const usedAt = ({ lastUsedAt }: Key) => (lastUsedAt === null ? 'never' : <Ago at={lastUsedAt} />);

interface KeyTableProps {
  /** Undefined while they load. */
  keys: readonly Key[] | undefined;
  revoke: (keyId: string) => Promise<unknown>;
  /** Paths with answers that change with the keys. */
  changes: readonly string[];
}

/** API keys without their secret part. Revoking one asks for confirmation by its label. */
export function KeyTable({ keys, revoke, changes }: KeyTableProps) {
  return (
    <DataTable
      label="API keys"
      rows={keys}
      columns={[
        {
          title: 'Key',
          cell: (key) => (
            <>
              <Text span fw={500} className="breaks">
                {nameOf(key)}
              </Text>{' '}
              <Badge tt="uppercase" color={key.mode === 'live' ? 'brand' : 'orange'} size="sm">
                {key.mode}
              </Badge>
              <Fine hiddenFrom="xs">Last used: {usedAt(key)}</Fine>
            </>
          ),
        },
        { title: 'Created', from: 'sm', cell: ({ createdAt }) => localDate(createdAt) },
        { title: 'Last used', from: 'xs', cell: usedAt },
        {
          title: 'Revoke',
          isNumber: true,
          cell: (key) =>
            key.revokedAt === null ? (
              <ActButton
                label="Revoke"
                button={{ size: 'compact-sm', 'aria-label': `Revoke ${nameOf(key)}` }}
                title={`Revoke ${nameOf(key)}?`}
                action="Revoke the key"
                isDangerous
                send={() => revoke(key.id)}
                changes={changes}
                onDone={() => say(`${nameOf(key)} revoked.`)}
              >
                Programs that use this key are refused from now on, and so are those who signed in with it.
                This can&apos;t be undone.
              </ActButton>
            ) : (
              <Text c="dimmed">revoked {localDate(key.revokedAt)}</Text>
            ),
        },
      ]}
    />
  );
}

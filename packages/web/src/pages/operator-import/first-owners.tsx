import { Alert, Badge, Box, Group, Skeleton, Stack, Table, Text, Title } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { TriangleAlert } from 'lucide-react';
import {
  ownerPreviewQuery,
  type OwnerPreview,
  type OwnerPreviewRequest,
} from '../../operator/owner-import.js';
import { DataTable } from '../../parts/data-table.js';
import { phone, plural } from '../../parts/format.js';
import { QueryProblem } from '../../parts/loaded.js';

interface FirstOwnersProps {
  fileId: string;
  request: OwnerPreviewRequest;
}

/** The owners that the first rows of the file become with the current choices. */
export function FirstOwners({ fileId, request }: FirstOwnersProps) {
  const preview = useQuery({ ...ownerPreviewQuery(fileId, request), placeholderData: keepPreviousData });
  return (
    <Stack component="section" aria-labelledby="first-owners" gap="sm">
      <div>
        <Title order={2} size="h4" id="first-owners">
          What these rows become
        </Title>
        <Text size="sm" c="dimmed">
          The owners that would be stored. Nothing is stored yet.
        </Text>
      </div>
      <QueryProblem of={preview} />
      {preview.isPending && <Skeleton h={160} radius="md" />}
      {preview.data !== undefined && <Rows preview={preview.data} isOld={preview.isPlaceholderData} />}
    </Stack>
  );
}

function Rows({ preview: { rows, problem }, isOld }: { preview: OwnerPreview; isOld: boolean }) {
  if (problem !== null)
    return (
      <Alert color="red" icon={<TriangleAlert />} title="The file can’t be imported yet">
        {problem}
      </Alert>
    );
  return (
    <div aria-busy={isOld} style={{ overflowX: 'auto', ...(isOld && { opacity: 0.6 }) }}>
      <DataTable
        label="Owners of the first rows"
        heads={[
          { title: 'Row', isNumber: true },
          'Owner and property',
          { title: 'Mailing address', from: 'sm' },
          { title: 'Phones and emails', from: 'xs' },
        ]}
      >
        {rows.map((row) => (
          <RowOwners key={row.row} row={row} />
        ))}
      </DataTable>
    </div>
  );
}

type PreviewRow = OwnerPreview['rows'][number];

function RowOwners({ row: { row, refused, owners, phonesLeftOut, emailsLeftOut } }: { row: PreviewRow }) {
  const number = <Table.Td ta="right">{row}</Table.Td>;
  if (refused !== null)
    return (
      <Table.Tr>
        {number}
        <Table.Td colSpan={3}>
          <Group gap="xs">
            <Badge tt="uppercase" color="red">
              Rejected
            </Badge>
            <Text size="sm">{refused}</Text>
          </Group>
        </Table.Td>
      </Table.Tr>
    );
  const leftOut = [
    ...(phonesLeftOut > 0 ? [plural(phonesLeftOut, 'phone')] : []),
    ...(emailsLeftOut > 0 ? [plural(emailsLeftOut, 'email')] : []),
  ];
  return owners.map((owner, at) => {
    const contacts = <Contacts owner={owner} leftOut={at === 0 ? leftOut : []} />;
    return (
      <Table.Tr key={at}>
        {at === 0 ? number : <Table.Td />}
        <Table.Td style={{ overflowWrap: 'anywhere' }}>
          <Text size="sm" fw={500}>
            {owner.name ?? 'No name'}
          </Text>
          <Text size="sm" c="dimmed">
            {owner.property}
          </Text>
          <Text size="sm" c="dimmed" hiddenFrom="sm">
            {owner.mailing !== null && `Mail: ${owner.mailing}`}
          </Text>
          <Box hiddenFrom="xs">{contacts}</Box>
        </Table.Td>
        <Table.Td visibleFrom="sm">{owner.mailing ?? <Nothing />}</Table.Td>
        <Table.Td visibleFrom="xs">{contacts}</Table.Td>
      </Table.Tr>
    );
  });
}

const DNC = { yes: 'Do Not Call', no: null, unchecked: 'Not checked against Do Not Call' } as const;
const TYPES = { mobile: 'mobile', landline: 'landline' } as const;

interface ContactsProps {
  owner: PreviewRow['owners'][number];
  /** Things that are not stored, in words. */
  leftOut: readonly string[];
}

function Contacts({ owner: { phones, emails }, leftOut }: ContactsProps) {
  if (phones.length + emails.length + leftOut.length === 0) return <Nothing />;
  return (
    <>
      {phones.map(({ number, type, doNotCall }) => (
        <Text key={number} size="sm">
          {phone(number)}{' '}
          <Text span size="xs" c="dimmed">
            {[type === null ? 'no type, left out of answers' : TYPES[type], DNC[doNotCall]]
              .filter((part) => part !== null)
              .join(', ')}
          </Text>
        </Text>
      ))}
      {emails.map((email) => (
        <Text key={email} size="sm" style={{ overflowWrap: 'anywhere' }}>
          {email}
        </Text>
      ))}
      {leftOut.length > 0 && (
        <Text size="xs" c="dimmed">
          Left out: {leftOut.join(', ')}
        </Text>
      )}
    </>
  );
}

function Nothing() {
  return (
    <Text size="sm" c="dimmed">
      None
    </Text>
  );
}

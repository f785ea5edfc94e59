import { Badge, Box, Group, Skeleton, Text } from '@mantine/core';
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { own } from '../../api/clients.js';
import type { OwnerPreview, OwnerPreviewRequest } from '../../operator/owner-import.js';
import { DataTable } from '../../parts/data-table.js';
import { phone, plural } from '../../parts/format.js';
import { Section } from '../../parts/page.js';
import { Bad, Fine, QueryProblem } from '../../parts/text.js';

interface FirstOwnersProps {
  fileId: string;
  request: OwnerPreviewRequest;
}

/** The owners that the first rows of a file become; nothing is stored. */
const previewQuery = (fileId: string, body: OwnerPreviewRequest) =>
  queryOptions({
    queryKey: ['preview', fileId, body],
    queryFn: () =>
      own.POST('/operator/api/owners/files/{fileId}/preview', { params: { path: { fileId } }, body }),
    staleTime: Infinity,
    placeholderData: keepPreviousData,
  });

/** The owners that the first rows of the file become with the current choices. */
export function FirstOwners({ fileId, request }: FirstOwnersProps) {
  const preview = useQuery(previewQuery(fileId, request));
  return (
    <Section title="What these rows become" about="The owners that would be stored. Nothing is stored yet.">
      <QueryProblem of={preview} />
      {preview.isPending && <Skeleton h={160} radius="md" />}
      {preview.data !== undefined && <Rows preview={preview.data} isOld={preview.isPlaceholderData} />}
    </Section>
  );
}

type PreviewRow = OwnerPreview['rows'][number];

/** A line of the table: an owner of a row, or why the row is rejected. */
interface Line {
  row: PreviewRow;
  owner: PreviewRow['owners'][number] | null;
  isFirst: boolean;
}

const linesOf = (row: PreviewRow): Line[] =>
  row.refused === null
    ? row.owners.map((owner, at) => ({ row, owner, isFirst: at === 0 }))
    : [{ row, owner: null, isFirst: true }];

function Rows({ preview: { rows, problem }, isOld }: { preview: OwnerPreview; isOld: boolean }) {
  if (problem !== null) return <Bad title="The file can’t be imported yet">{problem}</Bad>;
  return (
    <div aria-busy={isOld} style={{ overflowX: 'auto', ...(isOld && { opacity: 0.6 }) }}>
      <DataTable
        label="Owners of the first rows"
        rows={rows.flatMap(linesOf)}
        columns={[
          { title: 'Line', isNumber: true, cell: ({ row, isFirst }) => isFirst && row.row },
          { title: 'Owner and property', breaks: 'anywhere', cell: Owner },
          {
            title: 'Mailing address',
            from: 'sm',
            cell: ({ owner }) => owner && (owner.mailing ?? NOTHING),
          },
          { title: 'Phones and emails', from: 'xs', cell: Contacts },
        ]}
      />
    </div>
  );
}

function Owner({ owner, ...line }: Line) {
  if (owner === null)
    return (
      <Group gap="xs">
        <Badge tt="uppercase" color="red">
          Rejected
        </Badge>
        <Text>{line.row.refused}</Text>
      </Group>
    );
  return (
    <>
      <Text fw={500}>{owner.name ?? 'No name'}</Text>
      <Text c="dimmed">{owner.property}</Text>
      <Text c="dimmed" hiddenFrom="sm">
        {owner.mailing !== null && `Mail: ${owner.mailing}`}
      </Text>
      <Box hiddenFrom="xs">
        <Contacts owner={owner} {...line} />
      </Box>
    </>
  );
}

const DNC = { yes: 'Do Not Call', no: null, unchecked: 'Not checked against Do Not Call' } as const;

const NOTHING = <Text c="dimmed">None</Text>;

function Contacts({ owner, row: { phonesLeftOut, emailsLeftOut }, isFirst }: Line) {
  if (owner === null) return null;
  const { phones, emails } = owner;
  const leftOut = [
    ...(isFirst && phonesLeftOut > 0 ? [plural(phonesLeftOut, 'phone')] : []),
    ...(isFirst && emailsLeftOut > 0 ? [plural(emailsLeftOut, 'email')] : []),
  ];
  if (phones.length + emails.length + leftOut.length === 0) return NOTHING;
  return (
    <>
      {phones.map(({ number, type, doNotCall }) => (
        <Text key={number}>
          {phone(number)}{' '}
          <Fine span>
            {[type ?? 'no type, left out of answers', DNC[doNotCall]]
              .filter((part) => part !== null)
              .join(', ')}
          </Fine>
        </Text>
      ))}
      {emails.map((email) => (
        <Text key={email} className="breaks">
          {email}
        </Text>
      ))}
      {leftOut.length > 0 && <Fine>Left out: {leftOut.join(', ')}</Fine>}
    </>
  );
}

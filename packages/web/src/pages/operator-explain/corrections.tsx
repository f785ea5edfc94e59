import { Card, Group, Stack, Text } from '@mantine/core';
import type { AppSchemas } from '@skiptrace/contract/app';
import { own, useRead } from '../../api/clients.js';
import { OF_CORRECTIONS } from '../../operator/owners.js';
import { ActButton } from '../../parts/dialog.js';
import { Ago, count, plural } from '../../parts/format.js';
import { ProblemNote, SmallHeading } from '../../parts/text.js';

type Correction = AppSchemas['OwnerCorrection'];

interface CorrectionsProps {
  /** Explains the address again. */
  onUndone: () => void;
}

/** List of corrected owners, newest first; renders nothing if it is empty. */
export default function Corrections({ onUndone }: CorrectionsProps) {
  const { data, error } = useRead('/operator/api/owners/corrections');
  if (error !== null) return <ProblemNote error={error} />;
  if (data === undefined || data.corrections.length === 0) return null;
  return (
    <Card>
      <SmallHeading mb="sm">Corrected owners ({count(data.corrections.length)})</SmallHeading>
      <Stack gap="md">
        {data.corrections.map(({ id: correctionId, owner, correctedBy, correctedAt, reason }) => (
          <Group key={correctionId} justify="space-between" align="flex-start" wrap="nowrap">
            <div style={{ minWidth: 0 }}>
              <Text fw={500}>{owner?.property ?? 'An owner who is left out'}</Text>
              {owner !== null && <Text>{wordsOf(owner)}</Text>}
              <Text c="dimmed">
                {correctedBy}, <Ago at={correctedAt} />: {reason}
              </Text>
            </div>
            <ActButton
              label="Undo"
              button={{
                size: 'xs',
                'aria-label': `Undo the correction at ${owner?.property ?? 'a property'}`,
                style: { flexShrink: 0 },
              }}
              title="Undo this correction?"
              action="Undo"
              send={() =>
                own.DELETE('/operator/api/owners/corrections/{correctionId}', {
                  params: { path: { correctionId } },
                })
              }
              changes={OF_CORRECTIONS}
              onDone={onUndone}
            >
              From the next lookup on, what sources say is handed out again.
            </ActButton>
          </Group>
        ))}
      </Stack>
    </Card>
  );
}

function wordsOf({ namesOnFile, contact }: NonNullable<Correction['owner']>): string {
  const { name, phones, emails } = contact;
  const onFile = namesOnFile.join(', ') || 'an owner without a name';
  const rest = `${plural(phones.length, 'phone')}, ${plural(emails.length, 'email')}`;
  return namesOnFile.length === 1 && namesOnFile[0] === name
    ? `${onFile}: ${rest}`
    : `${name ?? 'An owner without a name'} in place of ${onFile}: ${rest}`;
}

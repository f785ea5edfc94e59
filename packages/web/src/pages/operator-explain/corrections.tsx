import { Button, Card, Group, Stack, Text, Title } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { AppSchemas } from '@skiptrace/contract/app';
import { bodyOf, own } from '../../api/clients.js';
import { correctionsQuery } from '../../operator/owners.js';
import { Ago, count, plural } from '../../parts/format.js';
import { Confirm } from '../../parts/confirm.js';
import { ProblemNote } from '../../parts/problem-note.js';

type Correction = AppSchemas['OwnerCorrection'];

interface CorrectionsProps {
  /** Explains the address again. */
  onUndone: () => void;
}

/** List of corrected owners, newest first; renders nothing if it is empty. */
export default function Corrections({ onUndone }: CorrectionsProps) {
  const queries = useQueryClient();
  const { data, error } = useQuery(correctionsQuery);
  const [asked, ask] = useState<Correction | null>(null);
  const undo = useMutation({
    mutationFn: (correctionId: string) =>
      bodyOf(
        own.DELETE('/operator/api/owners/corrections/{correctionId}', { params: { path: { correctionId } } }),
      ),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: correctionsQuery.queryKey });
      ask(null);
      onUndone();
    },
  });
  if (error !== null) return <ProblemNote error={error} />;
  if (data === undefined || data.length === 0) return null;
  return (
    <Card withBorder padding="lg">
      <Title order={2} size="h5" mb="sm">
        Corrected owners ({count(data.length)})
      </Title>
      <Stack gap="md">
        {data.map((correction) => (
          <Group key={correction.id} justify="space-between" align="flex-start" wrap="nowrap">
            <div style={{ overflowWrap: 'anywhere', minWidth: 0 }}>
              <Text size="sm" fw={500}>
                {correction.owner?.property ?? 'An owner who is left out'}
              </Text>
              {correction.owner !== null && <Text size="sm">{wordsOf(correction.owner)}</Text>}
              <Text size="sm" c="dimmed">
                {correction.correctedBy}, <Ago at={correction.correctedAt} />: {correction.reason}
              </Text>
            </div>
            <Button
              variant="default"
              size="xs"
              aria-label={`Undo the correction at ${correction.owner?.property ?? 'a property'}`}
              onClick={() => ask(correction)}
              style={{ flexShrink: 0 }}
            >
              Undo
            </Button>
          </Group>
        ))}
      </Stack>
      <Confirm
        opened={asked !== null}
        onClose={() => ask(null)}
        title="Undo this correction?"
        action="Undo"
        onConfirm={() => asked !== null && undo.mutate(asked.id)}
        isPending={undo.isPending}
        error={undo.error}
      >
        From the next lookup on, what sources say is handed out again.
      </Confirm>
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

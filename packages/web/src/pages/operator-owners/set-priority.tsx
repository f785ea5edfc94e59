import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState, type SubmitEvent } from 'react';
import { bodyOf, own } from '../../api/clients.js';
import { PRIORITY, sourcesQuery, type OwnerSource } from '../../operator/owners.js';
import { faultOf, numberIn } from '../../parts/bounds.js';
import { NumberField } from '../../parts/number-field.js';
import { ProblemNote } from '../../parts/problem-note.js';

interface SetPriorityProps {
  /** Null while the window is closed. */
  source: OwnerSource | null;
  onClose: () => void;
}

export function SetPriority({ source, onClose }: SetPriorityProps) {
  return (
    <Modal
      opened={source !== null}
      onClose={onClose}
      title={source === null ? '' : `Priority of ${source.source}`}
      centered
    >
      {source !== null && <PriorityForm source={source} onClose={onClose} />}
    </Modal>
  );
}

function PriorityForm({ source, onClose }: { source: OwnerSource; onClose: () => void }) {
  const queries = useQueryClient();
  const [priority, setPriority] = useState(String(source.priority));
  const isGood = priority.trim() !== '' && faultOf(priority, PRIORITY) === null;
  const set = useMutation({
    mutationFn: (value: number) =>
      bodyOf(
        own.PATCH('/operator/api/owners/sources/{source}', {
          params: { path: { source: source.source } },
          body: { priority: value },
        }),
      ),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: sourcesQuery.queryKey });
      onClose();
    },
  });
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    set.mutate(numberIn(priority));
  };
  return (
    <form onSubmit={submit}>
      <Stack>
        <Text size="sm">Where several sources know a property, the one with the highest number wins.</Text>
        <NumberField
          label="Priority"
          data-autofocus
          bounds={PRIORITY}
          value={priority}
          onChange={setPriority}
        />
        {set.isError && <ProblemNote error={set.error} />}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose} disabled={set.isPending}>
            Cancel
          </Button>
          <Button type="submit" loading={set.isPending} disabled={!isGood}>
            Set priority
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

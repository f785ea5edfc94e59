import { Button, Group, Modal, NativeSelect, Stack, Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState, type SubmitEvent } from 'react';
import { bodyOf, own } from '../../api/clients.js';
import { sourcesQuery, type OwnerSource } from '../../operator/owners.js';
import { ProblemNote } from '../../parts/problem-note.js';

interface SetPhoneTypeProps {
  /** Null while the window is closed. */
  source: OwnerSource | null;
  onClose: () => void;
}

export function SetPhoneType({ source, onClose }: SetPhoneTypeProps) {
  return (
    <Modal
      opened={source !== null}
      onClose={onClose}
      title={source === null ? '' : `Phones without a type of ${source.source}`}
      centered
    >
      {source !== null && <PhoneTypeForm source={source} onClose={onClose} />}
    </Modal>
  );
}

const CHOICES = [
  { value: '', label: 'Leave them out of answers' },
  { value: 'mobile', label: 'Mobiles' },
  { value: 'landline', label: 'Landlines' },
];

function PhoneTypeForm({ source, onClose }: { source: OwnerSource; onClose: () => void }) {
  const queries = useQueryClient();
  const [choice, choose] = useState<string>(source.phoneTypeDefault ?? '');
  const set = useMutation({
    mutationFn: (phoneTypeDefault: OwnerSource['phoneTypeDefault']) =>
      bodyOf(
        own.PATCH('/operator/api/owners/sources/{source}', {
          params: { path: { source: source.source } },
          body: { phoneTypeDefault },
        }),
      ),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: sourcesQuery.queryKey });
      onClose();
    },
  });
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    set.mutate(choice === 'mobile' || choice === 'landline' ? choice : null);
  };
  return (
    <form onSubmit={submit}>
      <Stack>
        <Text size="sm">
          For everything imported into this source so far and later. A large source takes some minutes;
          lookups go on meanwhile.
        </Text>
        <NativeSelect
          label="What they are"
          data-autofocus
          data={CHOICES}
          value={choice}
          onChange={(event) => choose(event.currentTarget.value)}
        />
        {set.isError && <ProblemNote error={set.error} />}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose} disabled={set.isPending}>
            Cancel
          </Button>
          <Button type="submit" loading={set.isPending}>
            Set type
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

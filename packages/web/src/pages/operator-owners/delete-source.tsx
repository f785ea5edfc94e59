import { Text, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { bodyOf, own } from '../../api/clients.js';
import { sourcesQuery, type OwnerSource } from '../../operator/owners.js';
import { Confirm } from '../../parts/confirm.js';
import { count } from '../../parts/format.js';

interface DeleteSourceProps {
  /** Null while the window is closed. */
  source: OwnerSource | null;
  onClose: () => void;
}

/** Dialog to delete a source. It may be months of work, so the operator has to type its name. */
export function DeleteSource({ source, onClose }: DeleteSourceProps) {
  const queries = useQueryClient();
  const [typed, setTyped] = useState('');
  const close = () => {
    setTyped('');
    remove.reset();
    onClose();
  };
  const remove = useMutation({
    mutationFn: (name: string) =>
      bodyOf(own.DELETE('/operator/api/owners/sources/{source}', { params: { path: { source: name } } })),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: sourcesQuery.queryKey });
      close();
    },
  });
  const name = source?.source ?? '';
  return (
    <Confirm
      opened={source !== null}
      onClose={close}
      title={`Delete ${name}?`}
      action="Delete the source"
      isDangerous
      isBlocked={typed !== name}
      onConfirm={() => remove.mutate(name)}
      isPending={remove.isPending}
      error={remove.error}
    >
      <Text size="sm">
        The source has {count(source?.records ?? 0)} {source?.records === 1 ? 'owner' : 'owners'}. Lookups
        stop finding them at once. Jobs under way keep what they have matched. To get the owners back, import
        the files again.
      </Text>
      <TextInput
        mt="md"
        label={`Type "${name}" to delete it`}
        autoComplete="off"
        data-autofocus
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
    </Confirm>
  );
}

import { Text, NativeSelect, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { bodyOf, own } from '../../api/clients.js';
import { PRIORITY, sourcesQuery, type OwnerSource } from '../../operator/owners.js';
import { faultOf, numberIn, NumberField } from '../../parts/number-field.js';
import { Dialog, DialogForm } from '../../parts/dialog-form.js';
import { Confirm } from '../../parts/confirm.js';
import { count } from '../../parts/format.js';

interface DialogProps {
  /** Null while the window is closed. */
  source: OwnerSource | null;
  onClose: () => void;
}

interface FormProps extends DialogProps {
  source: OwnerSource;
}

/** Changes a source, then closes the dialog. */
function useChange({ source }: OwnerSource, onClose: () => void) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (body: Partial<Pick<OwnerSource, 'priority' | 'phoneTypeDefault'>>) =>
      bodyOf(own.PATCH('/operator/api/owners/sources/{source}', { params: { path: { source } }, body })),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: sourcesQuery.queryKey });
      onClose();
    },
  });
}

export function SetPriority({ source, onClose }: DialogProps) {
  return (
    <Dialog
      opened={source !== null}
      onClose={onClose}
      title={source === null ? '' : `Priority of ${source.source}`}
    >
      {source !== null && <PriorityForm source={source} onClose={onClose} />}
    </Dialog>
  );
}

function PriorityForm({ source, onClose }: FormProps) {
  const [priority, setPriority] = useState(String(source.priority));
  const isGood = priority.trim() !== '' && faultOf(priority, PRIORITY) === null;
  const set = useChange(source, onClose);
  return (
    <DialogForm
      action="Set priority"
      onSubmit={() => set.mutate({ priority: numberIn(priority) })}
      onCancel={onClose}
      isPending={set.isPending}
      isBlocked={!isGood}
      error={set.error}
    >
      <Text size="sm">Where several sources know a property, the one with the highest number wins.</Text>
      <NumberField
        label="Priority"
        data-autofocus
        bounds={PRIORITY}
        value={priority}
        onChange={setPriority}
      />
    </DialogForm>
  );
}

export function SetPhoneType({ source, onClose }: DialogProps) {
  return (
    <Dialog
      opened={source !== null}
      onClose={onClose}
      title={source === null ? '' : `Phones without a type of ${source.source}`}
    >
      {source !== null && <PhoneTypeForm source={source} onClose={onClose} />}
    </Dialog>
  );
}

const CHOICES = [
  { value: '', label: 'Leave them out of answers' },
  { value: 'mobile', label: 'Mobiles' },
  { value: 'landline', label: 'Landlines' },
];

function PhoneTypeForm({ source, onClose }: FormProps) {
  const [choice, choose] = useState<string>(source.phoneTypeDefault ?? '');
  const set = useChange(source, onClose);
  return (
    <DialogForm
      action="Set type"
      onSubmit={() =>
        set.mutate({ phoneTypeDefault: choice === 'mobile' || choice === 'landline' ? choice : null })
      }
      onCancel={onClose}
      isPending={set.isPending}
      error={set.error}
    >
      <Text size="sm">
        For everything imported into this source so far and later. A large source takes some minutes; lookups
        go on meanwhile.
      </Text>
      <NativeSelect
        label="What they are"
        data-autofocus
        data={CHOICES}
        value={choice}
        onChange={(event) => choose(event.currentTarget.value)}
      />
    </DialogForm>
  );
}

/** Dialog to delete a source. It may be months of work, so the operator has to type its name. */
export function DeleteSource({ source, onClose }: DialogProps) {
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

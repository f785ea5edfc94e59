import { NativeSelect, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useAct } from '../../api/act.js';
import { own } from '../../api/clients.js';
import { PRIORITY, type OwnerSource } from '../../operator/owners.js';
import { ActButton, DialogForm, useClose } from '../../parts/dialog.js';
import { useDraft } from '../../parts/fields.js';
import { plural } from '../../parts/format.js';
import { faultOf, numberIn, NumberField } from '../../parts/number-field.js';

const OF_SOURCES = ['/operator/api/owners/sources'];

interface FormProps {
  source: OwnerSource;
}

/** Changes a source, then closes the dialog. */
const useChange = ({ source: { source } }: FormProps) =>
  useAct({
    send: (body: Partial<Pick<OwnerSource, 'priority' | 'phoneTypeDefault'>>) =>
      own.PATCH('/operator/api/owners/sources/{source}', { params: { path: { source } }, body }),
    changes: OF_SOURCES,
    onDone: useClose(),
  });

export function PriorityForm(props: FormProps) {
  const { draft, text } = useDraft({ priority: String(props.source.priority) });
  const set = useChange(props);
  return (
    <DialogForm
      act={set}
      action="Set priority"
      onSubmit={() => set.run({ priority: numberIn(draft.priority) })}
      isBlocked={draft.priority.trim() === '' || faultOf(draft.priority, PRIORITY) !== null}
    >
      <Text>Where several sources know a property, the one with the highest number wins.</Text>
      <NumberField label="Priority" data-autofocus bounds={PRIORITY} {...text('priority')} />
    </DialogForm>
  );
}

const CHOICES = [
  { value: '', label: 'Leave them out of answers' },
  { value: 'mobile', label: 'Mobiles' },
  { value: 'landline', label: 'Landlines' },
];

export function PhoneTypeForm(props: FormProps) {
  const { draft, text } = useDraft<{ type: 'mobile' | 'landline' | '' }>({
    type: props.source.phoneTypeDefault ?? '',
  });
  const set = useChange(props);
  return (
    <DialogForm
      act={set}
      action="Set type"
      onSubmit={() => set.run({ phoneTypeDefault: draft.type === '' ? null : draft.type })}
    >
      <Text>
        For everything imported into this source so far and later. A large source takes some minutes; lookups
        go on meanwhile.
      </Text>
      <NativeSelect label="What they are" data-autofocus data={CHOICES} {...text('type')} />
    </DialogForm>
  );
}

/** Deletes a source. It may be months of work, so the operator has to type its name. */
export function DeleteSource({ source: { source, records } }: { source: OwnerSource }) {
  const [typed, type] = useState('');
  return (
    <ActButton
      label="Delete"
      button={{ size: 'xs', 'aria-label': `Delete ${source}` }}
      onOpen={() => type('')}
      title={`Delete ${source}?`}
      action="Delete the source"
      isDangerous
      isBlocked={typed !== source}
      send={() => own.DELETE('/operator/api/owners/sources/{source}', { params: { path: { source } } })}
      changes={OF_SOURCES}
    >
      <Text>
        The source has {plural(records, 'owner')}. Lookups stop finding them at once. Jobs under way keep what
        they have matched. To get the owners back, import the files again.
      </Text>
      <TextInput
        mt="md"
        label={`Type "${source}" to delete it`}
        autoComplete="off"
        data-autofocus
        value={typed}
        onChange={(event) => type(event.currentTarget.value)}
      />
    </ActButton>
  );
}

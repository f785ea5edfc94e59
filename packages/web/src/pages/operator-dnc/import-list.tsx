import { Checkbox, NativeSelect, Text, TextInput } from '@mantine/core';
import type { appPaths } from '@skiptrace/contract/app';
import { useState } from 'react';
import { useAct } from '../../api/act.js';
import { own } from '../../api/clients.js';
import { Problem } from '../../api/problem.js';
import { DialogForm, useClose } from '../../parts/dialog.js';
import { useDraft } from '../../parts/fields.js';
import { FileDrop } from '../../parts/file-drop.js';
import { bytes } from '../../parts/format.js';

type Kind = appPaths['/operator/api/dnc']['post']['parameters']['query']['file'];

const KINDS = [
  { value: 'area-codes', label: 'National registry: the area codes in the file' },
  { value: 'change', label: 'National registry: what changed' },
  { value: 'internal', label: 'Your own list: people who asked you not to call' },
  { value: 'litigator', label: 'Litigators: numbers to leave out of every answer' },
] as const satisfies readonly { value: Kind; label: string }[];

const OF_LISTS = ['/operator/api/dnc'];

/** Whether the list was refused only because it looks cut off. */
const isCutOff = (error: unknown): boolean => error instanceof Problem && error.code === 'dnc_cut_off';

/** Puts a list in force from a file. It replaces the list before, so a file that looks cut off needs a yes. */
export function ImportList() {
  const [list, choose] = useState<File | null>(null);
  const act = useAct({
    send: (query: { name: string; file: Kind; date: string; evenIfShort: boolean }) =>
      own.POST('/operator/api/dnc', {
        params: { query },
        headers: { 'Content-Type': 'application/octet-stream' },
        body: list ?? new Blob(),
        bodySerializer: (bytes) => bytes,
      }),
    changes: OF_LISTS,
    onDone: useClose(),
  });
  const { draft, text, check, change } = useDraft<{ file: Kind; date: string; evenIfShort: boolean }>(
    { file: 'area-codes', date: '', evenIfShort: false },
    act.reset,
  );
  return (
    <DialogForm
      act={act}
      action="Put in force"
      onSubmit={() => list !== null && act.run({ name: list.name, ...draft })}
      isBlocked={list === null || draft.date === ''}
    >
      <FileDrop
        title={list === null ? 'Drop a list here, or choose one' : `${list.name}, ${bytes(list.size)}`}
        accept=".txt,.csv,.xml,.zip"
        onFile={(file) => {
          choose(file);
          change({ evenIfShort: false });
        }}
        isBusy={act.isPending}
      >
        A number a line, XML or a zip, as the registry hands it out; at most 256 MB.
      </FileDrop>
      <NativeSelect
        label="What the file is"
        data={KINDS}
        value={draft.file}
        onChange={({ currentTarget: { value } }) => {
          const kind = KINDS.find((one) => one.value === value);
          if (kind !== undefined) change({ file: kind.value });
        }}
      />
      <TextInput type="date" label="The day that the list is of" required {...text('date')} />
      <Text c="dimmed">It takes the place of the list before. Lookups use it from then on.</Text>
      {(draft.evenIfShort || isCutOff(act.error)) && (
        <Checkbox
          label="The list is whole: put it in force although it looks cut off"
          {...check('evenIfShort')}
        />
      )}
    </DialogForm>
  );
}

import { Radio, Stack, Text, TextInput } from '@mantine/core';
import type { AppSchemas } from '@skiptrace/contract/app';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import type { Doing } from '../../api/act.js';
import { own, useRead } from '../../api/clients.js';
import { DialogForm } from '../../parts/dialog.js';
import { useDraft } from '../../parts/fields.js';
import { KeyTable } from '../../parts/key-table.js';
import { late } from '../../parts/late.js';
import { Empty, Page } from '../../parts/page.js';
import { PagedList } from '../../parts/paged-list.js';
import { SecretButton } from '../../parts/secret-dialog.js';

const Webhooks = late(async () => (await import('./webhooks.js')).default);

const KEYS = '/app/api/keys';

export default function KeysPage() {
  const found = useRead(KEYS);
  return (
    <Page
      title="API keys"
      about="For programs and the command line. Anyone who has a key can spend your balance with it."
      actions={<CreateKey />}
    >
      <Text c="dimmed">
        A live key finds real owners and charges for matches. A test key finds made-up owners and never
        charges.
      </Text>
      <PagedList
        found={found}
        rows={found.data?.keys}
        empty={
          <Empty title="No API keys yet">Create one for each program, so that you can revoke it alone.</Empty>
        }
      >
        {(keys) => (
          <KeyTable
            keys={keys}
            revoke={(keyId) => own.DELETE('/app/api/keys/{keyId}', { params: { path: { keyId } } })}
            changes={[KEYS]}
          />
        )}
      </PagedList>
      <Webhooks />
    </Page>
  );
}

const CreateKey = () => (
  <SecretButton
    label="Create key"
    button={{ variant: 'filled', leftSection: <Plus size={16} /> }}
    title="Create an API key"
    send={(body: NewKey, key) => own.POST(KEYS, { params: { header: { 'Idempotency-Key': key } }, body })}
    changes={[KEYS]}
    done="I have copied it"
    secretOf={({ key: { label, mode }, apiKey }) => ({
      title: `Your key “${label ?? ''}”`,
      label: mode === 'live' ? 'Live key' : 'Test key',
      value: apiKey,
      about:
        'Copy it now and keep it in a password manager or in the settings of your program. It is not shown again: if it is lost, revoke it and create another one.',
    })}
  >
    {(create) => <Form create={create} />}
  </SecretButton>
);

interface NewKey {
  label: string;
  mode: AppSchemas['Key']['mode'];
}

const LIVE: NewKey = { label: '', mode: 'live' };

/** Asks for a label and a mode. */
function Form({ create }: { create: Doing & { run: (body: NewKey) => void } }) {
  const { draft, change, text } = useDraft(LIVE);
  const [isChecked, setChecked] = useState(false);
  const label = draft.label.trim();
  const submit = () => {
    setChecked(true);
    if (label !== '') create.run({ ...draft, label });
  };
  return (
    <DialogForm act={create} action="Create key" onSubmit={submit} noValidate>
      <TextInput
        label="Label"
        description="What the key is for, such as the name of a program."
        maxLength={100}
        autoComplete="off"
        data-autofocus
        required
        error={isChecked && label === '' ? 'Enter a label.' : null}
        {...text('label')}
      />
      <Radio.Group
        label="Mode"
        value={draft.mode}
        onChange={(value) => change({ mode: value === 'test' ? 'test' : 'live' })}
      >
        <Stack gap="xs" mt={4}>
          <Radio value="live" label="Live" description="Finds real owners and charges for matches." />
          <Radio value="test" label="Test" description="Finds made-up owners and never charges." />
        </Stack>
      </Radio.Group>
    </DialogForm>
  );
}

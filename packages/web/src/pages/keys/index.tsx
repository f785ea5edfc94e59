import { Button, Text, Radio, Stack, TextInput } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { Suspense, useState } from 'react';
import { bodyOf, own } from '../../api/clients.js';
import { Empty, Page } from '../../parts/page.js';
import { KeyTable } from '../../parts/key-table.js';
import { late } from '../../parts/late.js';
import { QueryProblem } from '../../parts/loaded.js';
import type { AppSchemas } from '@skiptrace/contract/app';
import { useRequestKeys } from '../../parts/request-key.js';
import { SecretDialog, useSecret } from '../../parts/secret-dialog.js';
import { DialogForm } from '../../parts/dialog-form.js';

const Webhooks = late(() => import('./webhooks.js'));

const keysQuery = queryOptions({
  queryKey: ['keys'],
  queryFn: () => bodyOf(own.GET('/app/api/keys')),
});

export default function KeysPage() {
  const found = useQuery(keysQuery);
  const [isCreating, creating] = useDisclosure(false);
  return (
    <Page
      title="API keys"
      about="For programs and the command line. Whoever has a key can spend your balance with it."
      actions={
        <Button leftSection={<Plus size={16} />} onClick={creating.open}>
          Create key
        </Button>
      }
    >
      <Text size="sm" c="dimmed">
        A live key finds real owners and charges for matches. A test key finds made-up owners and never
        charges.
      </Text>
      <QueryProblem of={found} />
      {found.data?.keys.length === 0 && (
        <Empty title="No API keys yet">Create one for each program, so that you can revoke it alone.</Empty>
      )}
      {(found.data === undefined ? !found.isError : found.data.keys.length > 0) && (
        <KeyTable
          keys={found.data?.keys}
          revoke={async ({ id: keyId }) => {
            await bodyOf(own.DELETE('/app/api/keys/{keyId}', { params: { path: { keyId } } }));
            await found.refetch();
          }}
        />
      )}
      <Suspense fallback={null}>
        <Webhooks />
      </Suspense>
      <CreateKey opened={isCreating} onClose={creating.close} />
    </Page>
  );
}

type Mode = AppSchemas['Key']['mode'];

interface CreateKeyProps {
  opened: boolean;
  onClose: () => void;
}

/** Asks for a label and a mode, then shows the key once. */
function CreateKey({ opened, onClose }: CreateKeyProps) {
  const queries = useQueryClient();
  const keys = useRequestKeys();
  const create = useSecret({
    name: 'key',
    make: (body: { label: string; mode: Mode }) => {
      const header = { 'Idempotency-Key': keys.keyOf(body) };
      return bodyOf(own.POST('/app/api/keys', { params: { header }, body }));
    },
    onSuccess: () => keys.renew(),
    onSettled: () => queries.invalidateQueries({ queryKey: ['keys'] }),
    onClose,
  });
  const made = create.data;
  return (
    <SecretDialog
      opened={opened}
      onClose={create.close}
      title={made === undefined ? 'Create an API key' : `Your key “${made.key.label ?? ''}”`}
      isPending={create.isPending}
      secret={
        made === undefined
          ? null
          : {
              label: made.key.mode === 'live' ? 'Live key' : 'Test key',
              value: made.apiKey,
              about:
                'Copy it now and keep it in a password manager or in the settings of your program. It is not shown again: if it is lost, revoke it and create another one.',
            }
      }
      done="I have copied it"
    >
      <Form create={create.make} isPending={create.isPending} error={create.error} cancel={create.close} />
    </SecretDialog>
  );
}

interface FormProps {
  create: (body: { label: string; mode: Mode }) => void;
  isPending: boolean;
  error: unknown;
  cancel: () => void;
}

function Form({ create, isPending, error, cancel }: FormProps) {
  const [label, setLabel] = useState('');
  const [mode, setMode] = useState<Mode>('live');
  const [isMissing, setMissing] = useState(false);
  const submit = () => {
    setMissing(label.trim() === '');
    if (label.trim() !== '') create({ label: label.trim(), mode });
  };
  return (
    <DialogForm
      action="Create key"
      onSubmit={submit}
      onCancel={cancel}
      isPending={isPending}
      error={error}
      noValidate
    >
      <TextInput
        label="Label"
        description="What the key is for, such as the name of a program."
        maxLength={100}
        autoComplete="off"
        data-autofocus
        required
        value={label}
        onChange={(event) => setLabel(event.currentTarget.value)}
        error={isMissing && label.trim() === '' ? 'Enter a label.' : null}
      />
      <Radio.Group
        label="Mode"
        value={mode}
        onChange={(value) => setMode(value === 'test' ? 'test' : 'live')}
      >
        <Stack gap="xs" mt={4}>
          <Radio value="live" label="Live" description="Finds real owners and charges for matches." />
          <Radio value="test" label="Test" description="Finds made-up owners and never charges." />
        </Stack>
      </Radio.Group>
    </DialogForm>
  );
}

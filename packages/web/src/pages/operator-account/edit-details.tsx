import { Button, Group, Modal, Stack, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState, type SubmitEvent } from 'react';
import { bodyOf, own } from '../../api/clients.js';
import { accountChanged, type OperatorAccount } from '../../operator/accounts.js';
import { ProblemNote } from '../../parts/problem-note.js';
import { isSameName } from '../../operator/accounts.js';

interface EditDetailsProps {
  account: OperatorAccount;
  opened: boolean;
  onClose: () => void;
}

/** Dialog to change the account's name and the address that gets its sign-in links. */
export function EditDetails({ account, opened, onClose }: EditDetailsProps) {
  return (
    <Modal opened={opened} onClose={onClose} title="Name and email" centered>
      <Form account={account} close={onClose} />
    </Modal>
  );
}

/** Mounted each time the dialog opens, so it starts with the account's current values. */
function Form({ account, close }: { account: OperatorAccount; close: () => void }) {
  const queries = useQueryClient();
  const [name, setName] = useState(account.name);
  const [email, setEmail] = useState(account.email ?? '');
  const details = { name: name.trim(), email: email.trim() === '' ? null : email.trim() };
  const isOtherEmail = account.email !== null && details.email !== account.email;
  const save = useMutation({
    mutationFn: (mayShareName: boolean) =>
      bodyOf(
        own.PATCH('/operator/api/accounts/{accountId}', {
          params: { path: { accountId: account.id } },
          body: { ...details, mayShareName },
        }),
      ),
    onSuccess: async () => {
      await accountChanged(queries, account.id);
      close();
    },
  });
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    save.mutate(isSameName(save.error));
  };
  return (
    <form onSubmit={submit}>
      <Stack>
        <TextInput
          label="Name"
          required
          maxLength={200}
          data-autofocus
          value={name}
          onChange={(event) => {
            setName(event.currentTarget.value);
            save.reset();
          }}
        />
        <TextInput
          label="Email"
          type="email"
          description={
            isOtherEmail
              ? 'Everybody who is signed in to this account is signed out, and links that were sent end.'
              : 'Sign-in links go there. It can stay empty.'
          }
          maxLength={254}
          value={email}
          onChange={(event) => setEmail(event.currentTarget.value)}
        />
        {save.isError && <ProblemNote error={save.error} />}
        <Group justify="flex-end">
          <Button variant="default" onClick={close}>
            Cancel
          </Button>
          <Button type="submit" loading={save.isPending} disabled={details.name === ''}>
            {isSameName(save.error) ? 'Save with the same name' : 'Save'}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

import { TextInput, Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { bodyOf, own } from '../../api/clients.js';
import { accountChanged, type OperatorAccount, isSameName } from '../../operator/accounts.js';
import { Dialog, DialogForm } from '../../parts/dialog-form.js';
import { dateAndTime } from '../../parts/format.js';
import { SecretDialog, useSecret } from '../../parts/secret-dialog.js';

interface EditDetailsProps {
  account: OperatorAccount;
  opened: boolean;
  onClose: () => void;
}

/** Dialog to change the account's name and the address that gets its sign-in links. */
export function EditDetails({ account, opened, onClose }: EditDetailsProps) {
  return (
    <Dialog opened={opened} onClose={onClose} title="Name and email">
      <Form account={account} close={onClose} />
    </Dialog>
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
  return (
    <DialogForm
      action={isSameName(save.error) ? 'Save with the same name' : 'Save'}
      onSubmit={() => save.mutate(isSameName(save.error))}
      onCancel={close}
      isPending={save.isPending}
      isBlocked={details.name === ''}
      error={save.error}
    >
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
    </DialogForm>
  );
}

interface SignInLinkProps {
  account: OperatorAccount;
  opened: boolean;
  onClose: () => void;
}

/** Makes a link that signs in as the customer; made only on request and shown only once. */
export function SignInLink({ account, opened, onClose }: SignInLinkProps) {
  const link = useSecret({
    name: 'sign-in link',
    make: (accountId: string) =>
      bodyOf(
        own.POST('/operator/api/accounts/{accountId}/sign-in-links', { params: { path: { accountId } } }),
      ),
    onClose,
  });
  const made = link.data;
  return (
    <SecretDialog
      opened={opened}
      onClose={link.close}
      title={`Sign-in link for ${account.name}`}
      isPending={link.isPending}
      secret={
        made === undefined
          ? null
          : {
              label: 'Sign-in link',
              value: made.url,
              about: `Copy it now: it isn't shown again. It works once, until ${dateAndTime(made.expiresAt)}.`,
            }
      }
      done="I have copied it"
    >
      <DialogForm
        action="Make a link"
        onSubmit={() => link.make(account.id)}
        onCancel={link.close}
        isPending={link.isPending}
        error={link.error}
      >
        <Text size="sm">
          Whoever opens the link is signed in as this customer. It works once. Give it to the customer in a
          way that only they can read.
        </Text>
      </DialogForm>
    </SecretDialog>
  );
}

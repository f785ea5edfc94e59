import { Text, TextInput } from '@mantine/core';
import { LogIn } from 'lucide-react';
import { useAct } from '../../api/act.js';
import { own } from '../../api/clients.js';
import { isSameName, OF_ACCOUNTS, type OperatorAccount } from '../../operator/accounts.js';
import { DialogButton, DialogForm, useClose } from '../../parts/dialog.js';
import { useDraft } from '../../parts/fields.js';
import { dateAndTime } from '../../parts/format.js';
import { SecretButton } from '../../parts/secret-dialog.js';

interface AccountProps {
  account: OperatorAccount;
}

/** Button to change the account's name and the address that gets its sign-in links. */
export const EditDetails = (props: AccountProps) => (
  <DialogButton label="Edit" title="Name and email">
    <Form {...props} />
  </DialogButton>
);

/** Mounted each time the dialog opens, so it starts with the account's current values. */
function Form({ account }: AccountProps) {
  const { draft, text } = useDraft({ name: account.name, email: account.email ?? '' });
  const details = { name: draft.name.trim(), email: draft.email.trim() || null };
  const save = useAct({
    send: (mayShareName: boolean) =>
      own.PATCH('/operator/api/accounts/{accountId}', {
        params: { path: { accountId: account.id } },
        body: { ...details, mayShareName },
      }),
    changes: OF_ACCOUNTS,
    onDone: useClose(),
  });
  const name = text('name');
  return (
    <DialogForm
      act={save}
      action={isSameName(save.error) ? 'Save with the same name' : 'Save'}
      onSubmit={() => save.run(isSameName(save.error))}
      isBlocked={details.name === ''}
    >
      <TextInput
        label="Name"
        required
        maxLength={200}
        data-autofocus
        value={name.value}
        onChange={(event) => {
          name.onChange(event);
          save.reset();
        }}
      />
      <TextInput
        label="Email"
        type="email"
        description={
          account.email !== null && details.email !== account.email
            ? 'Everybody who is signed in to this account is signed out, and links that were sent end.'
            : 'Sign-in links go there. It can stay empty.'
        }
        maxLength={254}
        {...text('email')}
      />
    </DialogForm>
  );
}

/** Makes a link that signs in as the customer; made only on request and shown only once. */
export function SignInLink({ account: { id: accountId, name, status } }: AccountProps) {
  return (
    <SecretButton
      label="Sign-in link"
      button={{ leftSection: <LogIn size={16} />, disabled: status !== 'active' }}
      title={`Sign-in link for ${name}`}
      send={() =>
        own.POST('/operator/api/accounts/{accountId}/sign-in-links', { params: { path: { accountId } } })
      }
      done="I have copied it"
      secretOf={({ url, expiresAt }) => ({
        label: 'Sign-in link',
        value: url,
        about: `Copy it now: it isn't shown again. It works once, until ${dateAndTime(expiresAt)}.`,
      })}
    >
      {(link) => (
        <DialogForm act={link} action="Make a link" onSubmit={() => link.run(undefined)}>
          <Text>
            Anyone who opens the link is signed in as this customer. It works once. Give it to the customer in
            a way that only they can read.
          </Text>
        </DialogForm>
      )}
    </SecretButton>
  );
}

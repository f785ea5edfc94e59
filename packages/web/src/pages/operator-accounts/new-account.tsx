import { Accordion, Text, TextInput } from '@mantine/core';
import type { Doing } from '../../api/act.js';
import { given } from '../../api/clients.js';
import { Problem } from '../../api/problem.js';
import { useRequestKeys } from '../../api/request-key.js';
import { DOLLARS_AT_ONCE, isSameName, type OperatorAccount } from '../../operator/accounts.js';
import { areGood, PROPOSED_TERMS, TermsFields, termsOf } from '../../operator/terms.js';
import { DialogForm } from '../../parts/dialog.js';
import { useDraft } from '../../parts/fields.js';
import { faultOf, numberIn, NumberField } from '../../parts/number-field.js';

interface NewAccount {
  name: string;
  email: string | null;
  balanceCents: number;
  terms: OperatorAccount['ownTerms'];
  purpose?: string;
  mayShareName: boolean;
}

export interface Sent {
  body: NewAccount;
  key: string;
}

const EMPTY = { name: '', email: '', balance: '', purpose: '', terms: PROPOSED_TERMS };

/** Fields of a new account. */
export function NewAccountForm({
  create,
}: {
  create: Doing & { run: (sent: Sent) => void; reset: () => void };
}) {
  const { draft, change, text } = useDraft(EMPTY);
  // One key per dialog, so a retry after a lost response can't create a second account, even with changed input.
  const key = useRequestKeys().keyOf('account');
  const { error } = create;
  const purpose = draft.purpose.trim();
  const isShort = purpose !== '' && purpose.length < 10;
  const isGood =
    draft.name.trim() !== '' &&
    faultOf(draft.balance, DOLLARS_AT_ONCE) === null &&
    areGood(draft.terms) &&
    !isShort;
  const submit = () => {
    const body = {
      name: draft.name.trim(),
      email: draft.email.trim() || null,
      balanceCents: draft.balance.trim() === '' ? 0 : Math.round(numberIn(draft.balance) * 100),
      terms: termsOf(draft.terms),
      mayShareName: isSameName(error),
      ...given({ purpose }),
    };
    create.run({ body, key });
  };
  return (
    <DialogForm
      act={create}
      action={isSameName(error) ? 'Create another one' : 'Create account'}
      onSubmit={submit}
      isBlocked={!isGood}
      advice={
        error instanceof Problem &&
        error.status === null && (
          <Text>
            The account may have been made. Trying again here makes no second one: change nothing, and you get
            its key.
          </Text>
        )
      }
    >
      <TextInput
        label="Name"
        required
        maxLength={200}
        data-autofocus
        // The form may come after the dialog has opened.
        autoFocus
        value={draft.name}
        onChange={(event) => {
          change({ name: event.currentTarget.value });
          if (isSameName(error)) create.reset();
        }}
      />
      <TextInput
        label="Email"
        type="email"
        description="Sign-in links go there. It can stay empty."
        maxLength={254}
        {...text('email')}
      />
      <NumberField label="Opening balance" bounds={DOLLARS_AT_ONCE} placeholder="0.00" {...text('balance')} />
      <TextInput
        label="Purpose"
        description="What they use results for. It accepts the terms of use for them; leave it empty to let them do it."
        maxLength={500}
        error={isShort ? 'Say it in a few words.' : null}
        {...text('purpose')}
      />
      <Accordion variant="contained">
        <Accordion.Item value="terms">
          <Accordion.Control>Price, limits and free repeats</Accordion.Control>
          <Accordion.Panel>
            <TermsFields value={draft.terms} onChange={(terms) => change({ terms })} />
          </Accordion.Panel>
        </Accordion.Item>
      </Accordion>
    </DialogForm>
  );
}

import { Accordion, Button, Group, Modal, NumberInput, Stack, Text, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState, type FormEvent } from 'react';
import { Link } from 'react-router';
import { bodyOf, own } from '../../api/clients.js';
import { Problem } from '../../api/problem.js';
import { NO_TERMS, TermsFields, termsOf, type TermsInput } from '../../operator/terms-fields.js';
import { CopyOnce } from '../../parts/copy-once.js';
import { ProblemNote } from '../../parts/problem-note.js';

interface Draft {
  name: string;
  email: string;
  balance: number | string;
  terms: TermsInput;
}

const EMPTY: Draft = { name: '', email: '', balance: '', terms: NO_TERMS };

/** The key is shown once, so the window then closes by its button alone. */
export function CreateAccount({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const queries = useQueryClient();
  const [draft, setDraft] = useState(EMPTY);
  const create = useMutation({
    mutationFn: ({ name, email, balance, terms }: Draft) =>
      bodyOf(
        own.POST('/operator/api/accounts', {
          body: {
            name: name.trim(),
            email: email.trim() === '' ? null : email.trim(),
            balanceCents: Math.round(Number(balance) * 100),
            terms: termsOf(terms),
          },
        }),
      ),
    onSettled: () => queries.invalidateQueries({ queryKey: ['operator', 'accounts'] }),
  });
  const close = () => {
    if (create.isPending) return;
    setDraft(EMPTY);
    create.reset();
    onClose();
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    create.mutate(draft);
  };
  const isDone = create.data !== undefined;
  return (
    <Modal
      opened={opened}
      onClose={close}
      title={isDone ? `${create.data.account.name} is ready` : 'Create account'}
      centered
      closeOnClickOutside={false}
      closeOnEscape={!isDone}
      withCloseButton={!isDone}
      size="lg"
    >
      {isDone ? (
        <Stack>
          <CopyOnce
            label="API key"
            value={create.data.apiKey}
            about="Copy the key now: it isn't shown again. Give it to the customer in a way that only they can read."
          />
          <Text size="sm">
            With the key they sign in at {window.location.origin}/app, or use it in programs. Who needs no key
            gets a sign-in link instead: make one on the account&apos;s page.
          </Text>
          <Group justify="flex-end">
            <Button variant="default" component={Link} to={`/operator/accounts/${create.data.account.id}`}>
              Open the account
            </Button>
            <Button onClick={close}>I have copied the key</Button>
          </Group>
        </Stack>
      ) : (
        <form onSubmit={submit}>
          <Stack>
            <TextInput
              label="Name"
              required
              maxLength={200}
              data-autofocus
              value={draft.name}
              onChange={(event) => setDraft({ ...draft, name: event.currentTarget.value })}
            />
            <TextInput
              label="Email"
              type="email"
              description="Sign-in links go there. It can stay empty."
              maxLength={254}
              value={draft.email}
              onChange={(event) => setDraft({ ...draft, email: event.currentTarget.value })}
            />
            <NumberInput
              label="Opening balance"
              prefix="$"
              min={0}
              max={100_000_000}
              decimalScale={2}
              thousandSeparator=","
              placeholder="$0.00"
              value={draft.balance}
              onChange={(balance) => setDraft({ ...draft, balance })}
            />
            <Accordion variant="contained">
              <Accordion.Item value="terms">
                <Accordion.Control>Price and limits</Accordion.Control>
                <Accordion.Panel>
                  <TermsFields value={draft.terms} onChange={(terms) => setDraft({ ...draft, terms })} />
                </Accordion.Panel>
              </Accordion.Item>
            </Accordion>
            {create.isError && <ProblemNote error={create.error} />}
            {create.error instanceof Problem && create.error.status === null && (
              <Text size="sm">
                The account may have been made all the same. Look at the list before you try again.
              </Text>
            )}
            <Group justify="flex-end">
              <Button variant="default" onClick={close} disabled={create.isPending}>
                Cancel
              </Button>
              <Button type="submit" loading={create.isPending} disabled={draft.name.trim() === ''}>
                Create account
              </Button>
            </Group>
          </Stack>
        </form>
      )}
    </Modal>
  );
}

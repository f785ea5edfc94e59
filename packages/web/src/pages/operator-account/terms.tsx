import { Button, Group, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useState } from 'react';
import { useAct } from '../../api/act.js';
import { own, useRead } from '../../api/clients.js';
import { OF_ACCOUNTS, type OperatorAccount } from '../../operator/accounts.js';
import { LogEvents } from '../../operator/events.js';
import {
  areGood,
  consequenceOf,
  inputOf,
  riseWarning,
  TERM_NAMES,
  TERM_WORDS,
  TermsFields,
  termsOf,
  termWords,
  type TermsInput,
} from '../../operator/terms.js';
import { Confirm } from '../../parts/dialog.js';
import { Form } from '../../parts/fields.js';
import { count, money, plural } from '../../parts/format.js';
import { Bad, QueryProblem, Sentences } from '../../parts/text.js';

/** Keeps and sends only edited fields: the others may be changed by another operator meanwhile, and show that change. */
export function Terms({ account }: { account: OperatorAccount }) {
  const [asking, ask] = useDisclosure(false);
  const { ownTerms, terms } = account;
  const [edits, setEdits] = useState<Partial<TermsInput>>({});
  const input = { ...inputOf(ownTerms), ...edits };
  const typed = termsOf(input);
  const changed = TERM_NAMES.filter((name) => name in edits && typed[name] !== ownTerms[name]);
  const edit = (next: TermsInput) => {
    const edited = TERM_NAMES.filter((name) => next[name] !== input[name]);
    setEdits({ ...edits, ...Object.fromEntries(edited.map((name) => [name, next[name]])) });
  };
  const save = useAct({
    send: () =>
      own.PATCH('/operator/api/accounts/{accountId}', {
        params: { path: { accountId: account.id } },
        body: { terms: Object.fromEntries(changed.map((name) => [name, typed[name]])) },
      }),
    changes: OF_ACCOUNTS,
    onDone: () => {
      setEdits({});
      ask.close();
    },
  });
  const price = changed.includes('priceCents') ? typed.priceCents : null;
  const rise = price === null ? null : riseWarning(terms.priceCents, price);
  const submit = () => {
    save.reset();
    ask.open();
  };
  return (
    <Form onSubmit={submit}>
      <Stack gap="sm">
        <Text c="dimmed">
          {money(terms.priceCents)} per match, {count(terms.dailyMisses)} free misses a day,{' '}
          {count(terms.singlePerMinute)} single and {count(terms.bulkPerMinute)} bulk lookups a minute.{' '}
          {terms.freeRepeatDays > 0
            ? `Paid properties stay free for ${plural(terms.freeRepeatDays, 'day')}.`
            : 'Every match is charged, repeats too.'}{' '}
          An empty field stands for the default.
        </Text>
        <TermsFields value={input} onChange={edit} />
        <Group justify="flex-end">
          <Text role="status">{save.isSuccess && changed.length === 0 ? 'Saved.' : ''}</Text>
          <Button type="submit" disabled={changed.length === 0 || !areGood(input)}>
            Save
          </Button>
        </Group>
      </Stack>
      <Confirm
        opened={asking}
        onClose={ask.close}
        title={`Change the terms of ${account.name}?`}
        action={rise === null || price === null ? 'Save the change' : `Charge ${money(price)} per match`}
        isDangerous={rise !== null}
        onConfirm={() => save.run()}
        act={save}
      >
        {rise !== null && (
          <Bad title="Is this price right?" mb="sm">
            {rise}
          </Bad>
        )}
        <Sentences
          of={changed.map(
            (name) =>
              `${TERM_WORDS[name]}: from ${termWords(name, ownTerms[name])} to ${termWords(name, typed[name])}`,
          )}
        />
        <Text mt="xs">
          {price !== null && rise === null && `${consequenceOf(price)} `}It holds from the next lookup on.
          Lists already uploaded keep the lower of the two prices.
        </Text>
      </Confirm>
    </Form>
  );
}

/** Table of the changes of price and limits: time, old and new value, author. */
export function PriceHistory({ account: { id: accountId } }: { account: OperatorAccount }) {
  const params = { path: { accountId } };
  const found = useRead('/operator/api/accounts/{accountId}/price-changes', { params });
  if (found.isError) return <QueryProblem of={found} />;
  if (found.data === undefined) return null;
  if (found.data.events.length === 0) return <Text c="dimmed">Price and limits were never changed.</Text>;
  return <LogEvents label="Changes of price and limits" events={found.data.events} />;
}

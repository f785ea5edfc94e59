import { Button, Group, Stack, Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState, type SubmitEvent } from 'react';
import { bodyOf, own } from '../../api/clients.js';
import { accountChanged, type OperatorAccount, type TermsChange } from '../../operator/accounts.js';
import {
  areGood,
  inputOf,
  TERM_NAMES,
  TermsFields,
  termsOf,
  type TermsInput,
} from '../../operator/terms-fields.js';
import { count, money, plural } from '../../parts/format.js';
import { ProblemNote } from '../../parts/problem-note.js';

/** Keeps and sends only edited fields: the others may be changed by another operator meanwhile, and show that change. */
export function Terms({ account }: { account: OperatorAccount }) {
  const queries = useQueryClient();
  const { ownTerms, terms } = account;
  const [edits, setEdits] = useState<Partial<TermsInput>>({});
  const input = { ...inputOf(ownTerms), ...edits };
  const typed = termsOf(input);
  const changed = TERM_NAMES.filter((name) => name in edits && typed[name] !== ownTerms[name]);
  const edit = (next: TermsInput) => {
    const edited = TERM_NAMES.filter((name) => next[name] !== input[name]);
    setEdits({ ...edits, ...Object.fromEntries(edited.map((name) => [name, next[name]])) });
  };
  const save = useMutation({
    mutationFn: (change: TermsChange) =>
      bodyOf(
        own.PATCH('/operator/api/accounts/{accountId}', {
          params: { path: { accountId: account.id } },
          body: { terms: change },
        }),
      ),
    onSuccess: async () => {
      await accountChanged(queries, account.id);
      setEdits({});
    },
  });
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    save.mutate(Object.fromEntries(changed.map((name) => [name, typed[name]])));
  };
  return (
    <form onSubmit={submit}>
      <Stack gap="sm">
        <Text size="sm" c="dimmed">
          {money(terms.priceCents)} per match, {count(terms.dailyMisses)} free misses a day,{' '}
          {count(terms.singlePerMinute)} single and {count(terms.bulkPerMinute)} bulk lookups a minute.{' '}
          {terms.freeRepeatDays > 0
            ? `Paid properties stay free for ${plural(terms.freeRepeatDays, 'day')}.`
            : 'Every match is charged, repeats too.'}{' '}
          An empty field stands for the default.
        </Text>
        <TermsFields value={input} onChange={edit} />
        {save.isError && <ProblemNote error={save.error} />}
        <Group justify="flex-end">
          <Text size="sm" role="status">
            {save.isSuccess && changed.length === 0 ? 'Saved.' : ''}
          </Text>
          <Button type="submit" disabled={changed.length === 0 || !areGood(input)} loading={save.isPending}>
            Save
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

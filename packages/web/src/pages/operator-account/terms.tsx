import { Button, Group, Stack, Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState, type FormEvent } from 'react';
import { bodyOf, own } from '../../api/clients.js';
import type { OperatorAccount, TermsChange } from '../../operator/accounts.js';
import { inputOf, TermsFields, termsOf } from '../../operator/terms-fields.js';
import { money } from '../../parts/format.js';
import { ProblemNote } from '../../parts/problem-note.js';

/** Only what was changed is sent: another operator may have changed the rest meanwhile. */
export function Terms({ account }: { account: OperatorAccount }) {
  const queries = useQueryClient();
  const { ownTerms, terms } = account;
  const [input, setInput] = useState(() => inputOf(ownTerms));
  const typed = termsOf(input);
  const names = ['priceCents', 'dailyMisses', 'singlePerMinute', 'bulkPerMinute'] as const;
  const changed = names.filter((name) => typed[name] !== ownTerms[name]);
  const save = useMutation({
    mutationFn: (change: TermsChange) =>
      bodyOf(
        own.PATCH('/operator/api/accounts/{accountId}', {
          params: { path: { accountId: account.id } },
          body: { terms: change },
        }),
      ),
    onSuccess: async (changedAccount) => {
      await queries.invalidateQueries({ queryKey: ['operator'] });
      setInput(inputOf(changedAccount.ownTerms));
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    save.mutate(Object.fromEntries(changed.map((name) => [name, typed[name]])));
  };
  return (
    <form onSubmit={submit}>
      <Stack gap="sm">
        <Text size="sm" c="dimmed">
          {money(terms.priceCents)} per match, {terms.dailyMisses} free misses a day, {terms.singlePerMinute}{' '}
          single and {terms.bulkPerMinute} bulk lookups a minute. An empty field stands for the default.
        </Text>
        <TermsFields value={input} onChange={setInput} />
        {save.isError && <ProblemNote error={save.error} />}
        <Group justify="flex-end">
          <Text size="sm" role="status">
            {save.isSuccess && changed.length === 0 ? 'Saved.' : ''}
          </Text>
          <Button type="submit" disabled={changed.length === 0} loading={save.isPending}>
            Save
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

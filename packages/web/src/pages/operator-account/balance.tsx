import { Button, Card, Group, SegmentedControl, Stack, Text, TextInput, Title } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState, type SubmitEvent } from 'react';
import { bodyOf, own } from '../../api/clients.js';
import { Problem } from '../../api/problem.js';
import { DOLLARS_AT_ONCE, operatorAccountQuery, type OperatorAccount } from '../../operator/accounts.js';
import { faultOf, numberIn, NumberField } from '../../parts/number-field.js';
import { Confirm } from '../../parts/confirm.js';
import { money } from '../../parts/format.js';
import { useRequestKeys } from '../../parts/request-key.js';

type Direction = 'add' | 'take';

interface Draft {
  direction: Direction;
  dollars: string;
  note: string;
}

const AMOUNT = { ...DOLLARS_AT_ONCE, min: 0.01 };

const EMPTY: Draft = { direction: 'add', dollars: '', note: '' };

/** Form to move money. A dialog confirms amount and account; an idempotency key keeps retries from moving it twice. */
export function Balance({ account }: { account: OperatorAccount }) {
  const queries = useQueryClient();
  const [draft, setDraft] = useState(EMPTY);
  const [asking, ask] = useDisclosure(false);
  // The same request keeps its key while the page is open, even after its dialog was closed.
  const keys = useRequestKeys();
  const cents = Math.round(numberIn(draft.dollars) * 100);
  const body = {
    cents: draft.direction === 'add' ? cents : -cents,
    note: draft.note.trim() === '' ? null : draft.note.trim(),
  };
  const isAmount = draft.dollars.trim() !== '' && faultOf(draft.dollars, AMOUNT) === null;
  const move = useMutation({
    mutationFn: (sent: typeof body) => {
      const header = { 'Idempotency-Key': keys.keyOf(sent) };
      return bodyOf(
        own.POST('/operator/api/accounts/{accountId}/credits', {
          params: { path: { accountId: account.id }, header },
          body: sent,
        }),
      );
    },
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: operatorAccountQuery(account.id).queryKey });
      ask.close();
      setDraft(EMPTY);
      keys.renew();
    },
    onError: (error, sent) => {
      if (!(error instanceof Problem && error.isNothingDone)) keys.leaveOpen(sent);
      // The money may have moved anyway: the refetched ledger below shows it. The error does not wait for it.
      void queries.invalidateQueries({ queryKey: operatorAccountQuery(account.id).queryKey });
    },
  });
  // This request was sent before and may have succeeded, although no response came.
  const isRepeat = keys.isOpen(body);
  const isTooMuch = isAmount && !isRepeat && account.balanceCents + body.cents < 0;
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (!isAmount || isTooMuch) return;
    if (!isRepeat) move.reset();
    ask.open();
  };
  const amount = money(cents);
  const verb = draft.direction === 'add' ? 'Add' : 'Deduct';
  return (
    <Card withBorder padding="lg">
      <Stack>
        <div>
          <Title order={2} size="h4">
            Balance
          </Title>
          <Text fz={32} fw={700} data-testid="balance">
            {money(account.balanceCents)}
          </Text>
        </div>
        <form onSubmit={submit}>
          <Stack gap="sm">
            <SegmentedControl
              aria-label="What to do"
              data={[
                { value: 'add', label: 'Top up' },
                { value: 'take', label: 'Deduct' },
              ]}
              value={draft.direction}
              onChange={(value) => setDraft({ ...draft, direction: value === 'take' ? 'take' : 'add' })}
            />
            <NumberField
              label="Amount"
              bounds={AMOUNT}
              placeholder="0.00"
              value={draft.dollars}
              onChange={(dollars) => setDraft({ ...draft, dollars })}
              error={isTooMuch && `The balance is ${money(account.balanceCents)}. You can’t deduct more.`}
            />
            <TextInput
              label="Note"
              description="The customer sees it in the ledger. Nothing personal."
              maxLength={200}
              value={draft.note}
              onChange={(event) => setDraft({ ...draft, note: event.currentTarget.value })}
            />
            <Group justify="flex-end">
              <Button
                type="submit"
                disabled={!isAmount || isTooMuch}
                color={draft.direction === 'take' ? 'red' : 'brand'}
              >
                {draft.direction === 'add' ? 'Top up' : 'Deduct'}
              </Button>
            </Group>
          </Stack>
        </form>
      </Stack>
      <Confirm
        opened={asking}
        onClose={ask.close}
        title={draft.direction === 'add' ? 'Add money?' : 'Deduct money?'}
        action={`${verb} ${amount}`}
        isDangerous={draft.direction === 'take'}
        onConfirm={() => move.mutate(body)}
        isPending={move.isPending}
        error={move.error}
      >
        <Text size="sm">
          {verb} <b>{amount}</b> {draft.direction === 'add' ? 'to' : 'from'} <b>{account.name}</b>. The
          balance is {money(account.balanceCents)} now
          {isRepeat ? '.' : `, and ${money(account.balanceCents + body.cents)} afterwards.`}
        </Text>
        {isRepeat && (
          <Text size="sm" mt="xs">
            The same request was sent before, and no answer came. It is sent again: the money moves once, also
            if it has moved already. The ledger below shows whether it has.
          </Text>
        )}
      </Confirm>
    </Card>
  );
}

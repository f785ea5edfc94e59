import {
  Button,
  Card,
  Group,
  NumberInput,
  SegmentedControl,
  Stack,
  Text,
  TextInput,
  Title,
} from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState, type FormEvent } from 'react';
import { bodyOf, own } from '../../api/clients.js';
import { operatorAccountQuery, type OperatorAccount } from '../../operator/accounts.js';
import { Confirm } from '../../parts/confirm.js';
import { money } from '../../parts/format.js';

type Direction = 'add' | 'take';

interface Draft {
  direction: Direction;
  dollars: number | string;
  note: string;
}

const EMPTY: Draft = { direction: 'add', dollars: '', note: '' };

/** Money is moved after a question that names amount and account, and once, however often it is sent. */
export function Balance({ account }: { account: OperatorAccount }) {
  const queries = useQueryClient();
  const [draft, setDraft] = useState(EMPTY);
  const [asking, ask] = useDisclosure(false);
  // A request whose answer was lost is sent again under its key, also when the question was closed meanwhile.
  const [request, setRequest] = useState<{ of: string; key: string } | null>(null);
  const cents = Math.round(Number(draft.dollars) * 100);
  const isUsable = Number.isSafeInteger(cents) && cents > 0;
  const move = useMutation({
    mutationFn: (key: string) =>
      bodyOf(
        own.POST('/operator/api/accounts/{accountId}/credits', {
          params: { path: { accountId: account.id }, header: { 'Idempotency-Key': key } },
          body: {
            cents: draft.direction === 'add' ? cents : -cents,
            note: draft.note.trim() === '' ? null : draft.note.trim(),
          },
        }),
      ),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: operatorAccountQuery(account.id).queryKey });
      ask.close();
      setDraft(EMPTY);
      setRequest(null);
    },
    // The money may have moved all the same: the ledger below tells.
    onError: () => queries.invalidateQueries({ queryKey: operatorAccountQuery(account.id).queryKey }),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!isUsable) return;
    move.reset();
    const of = JSON.stringify([draft.direction, cents, draft.note]);
    setRequest((before) => (before?.of === of ? before : { of, key: crypto.randomUUID() }));
    ask.open();
  };
  const amount = money(cents);
  const verb = draft.direction === 'add' ? 'Add' : 'Take back';
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
                { value: 'take', label: 'Take back' },
              ]}
              value={draft.direction}
              onChange={(value) => setDraft({ ...draft, direction: value === 'take' ? 'take' : 'add' })}
            />
            <NumberInput
              label="Amount"
              prefix="$"
              min={0}
              max={100_000_000}
              decimalScale={2}
              thousandSeparator=","
              allowNegative={false}
              placeholder="$0.00"
              value={draft.dollars}
              onChange={(dollars) => setDraft({ ...draft, dollars })}
            />
            <TextInput
              label="Note"
              description="The customer sees it in the ledger. Nothing personal."
              maxLength={200}
              value={draft.note}
              onChange={(event) => setDraft({ ...draft, note: event.currentTarget.value })}
            />
            <Group justify="flex-end">
              <Button type="submit" disabled={!isUsable}>
                {draft.direction === 'add' ? 'Top up' : 'Take back'}
              </Button>
            </Group>
          </Stack>
        </form>
      </Stack>
      <Confirm
        opened={asking}
        onClose={ask.close}
        title={draft.direction === 'add' ? 'Add money?' : 'Take money back?'}
        action={`${verb} ${amount}`}
        isDangerous={draft.direction === 'take'}
        onConfirm={() => {
          if (request !== null) move.mutate(request.key);
        }}
        isPending={move.isPending}
        error={move.error}
      >
        <Text size="sm">
          {verb} <b>{amount}</b> {draft.direction === 'add' ? 'to' : 'from'} <b>{account.name}</b>. The
          balance is {money(account.balanceCents)} now, and{' '}
          {money(account.balanceCents + (draft.direction === 'add' ? cents : -cents))} afterwards.
        </Text>
        {move.isError && (
          <Text size="sm" mt="xs">
            Trying again here moves the money once, whatever became of the first try.
          </Text>
        )}
      </Confirm>
    </Card>
  );
}

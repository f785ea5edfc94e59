import { Button, Card, Group, SegmentedControl, Stack, Text, TextInput } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useAct } from '../../api/act.js';
import { own } from '../../api/clients.js';
import { DOLLARS_AT_ONCE, OF_ACCOUNTS, type OperatorAccount } from '../../operator/accounts.js';
import { Confirm } from '../../parts/dialog.js';
import { Form, useDraft } from '../../parts/fields.js';
import { money } from '../../parts/format.js';
import { faultOf, numberIn, NumberField } from '../../parts/number-field.js';
import { Heading } from '../../parts/text.js';

const AMOUNT = { ...DOLLARS_AT_ONCE, min: 0.01 };

const EMPTY = { direction: 'add' as 'add' | 'take', dollars: '', note: '' };

/** Form to move money. A dialog confirms amount and account; an idempotency key keeps retries from moving it twice. */
export function Balance({ account }: { account: OperatorAccount }) {
  const { draft, change, text } = useDraft(EMPTY);
  const [asking, ask] = useDisclosure(false);
  const isTaking = draft.direction === 'take';
  const cents = Math.round(numberIn(draft.dollars) * 100);
  const body = { cents: isTaking ? -cents : cents, note: draft.note.trim() || null };
  const isAmount = draft.dollars.trim() !== '' && faultOf(draft.dollars, AMOUNT) === null;
  const move = useAct({
    send: (sent: typeof body, key) =>
      own.POST('/operator/api/accounts/{accountId}/credits', {
        params: { path: { accountId: account.id }, header: { 'Idempotency-Key': key } },
        body: sent,
      }),
    changes: OF_ACCOUNTS,
    onDone: () => {
      ask.close();
      change(EMPTY);
    },
  });
  // This request was sent before and may have succeeded, although no response came.
  const isRepeat = move.isOpen(body);
  const isTooMuch = isAmount && !isRepeat && account.balanceCents + body.cents < 0;
  const submit = () => {
    if (!isAmount || isTooMuch) return;
    if (!isRepeat) move.reset();
    ask.open();
  };
  const amount = money(cents);
  const verb = isTaking ? 'Deduct' : 'Add';
  return (
    <Card>
      <Stack>
        <div>
          <Heading>Balance</Heading>
          <Text fz={32} fw={700} data-testid="balance">
            {money(account.balanceCents)}
          </Text>
        </div>
        <Form onSubmit={submit}>
          <Stack gap="sm">
            <SegmentedControl
              aria-label="What to do"
              data={[
                { value: 'add', label: 'Top up' },
                { value: 'take', label: 'Deduct' },
              ]}
              value={draft.direction}
              onChange={(direction) => change({ direction })}
            />
            <NumberField
              label="Amount"
              bounds={AMOUNT}
              placeholder="0.00"
              error={isTooMuch && `The balance is ${money(account.balanceCents)}. You can’t deduct more.`}
              {...text('dollars')}
            />
            <TextInput
              label="Note"
              description="The customer sees it in the ledger. Nothing personal."
              maxLength={200}
              {...text('note')}
            />
            <Group justify="flex-end">
              <Button type="submit" disabled={!isAmount || isTooMuch} color={isTaking ? 'red' : 'brand'}>
                {isTaking ? 'Deduct' : 'Top up'}
              </Button>
            </Group>
          </Stack>
        </Form>
      </Stack>
      <Confirm
        opened={asking}
        onClose={ask.close}
        title={isTaking ? 'Deduct money?' : 'Add money?'}
        action={`${verb} ${amount}`}
        isDangerous={isTaking}
        onConfirm={() => move.run(body)}
        act={move}
      >
        <Text>
          {verb} <b>{amount}</b> {isTaking ? 'from' : 'to'} <b>{account.name}</b>. The balance is{' '}
          {money(account.balanceCents)} now
          {isRepeat ? '.' : `, and ${money(account.balanceCents + body.cents)} afterwards.`}
        </Text>
        {isRepeat && (
          <Text mt="xs">
            The same request was sent before, and no answer came. It is sent again: the money moves once, also
            if it has moved already. The ledger below shows whether it has.
          </Text>
        )}
      </Confirm>
    </Card>
  );
}

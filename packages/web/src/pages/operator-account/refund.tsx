import { Button, Stack, Text, TextInput } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { AppSchemas } from '@skiptrace/contract/app';
import { useState } from 'react';
import { bodyOf, own } from '../../api/clients.js';
import { Problem } from '../../api/problem.js';
import { accountChanged, DOLLARS_AT_ONCE, type OperatorAccount } from '../../operator/accounts.js';
import { faultOf, numberIn } from '../../parts/bounds.js';
import { Confirm } from '../../parts/confirm.js';
import { money, time } from '../../parts/format.js';
import { TRANSACTION_WORDS } from '../../parts/ledger-table.js';
import { NumberField } from '../../parts/number-field.js';
import { useRequestKeys } from '../../parts/request-key.js';

type Transaction = AppSchemas['Transaction'];

const CHARGES: ReadonlySet<Transaction['type']> = new Set([
  'lookup_charge',
  'bulk_reservation',
  'job_charge',
]);

const REFUNDS: ReadonlySet<Transaction['type']> = new Set([
  'lookup_refund',
  'bulk_refund',
  'job_refund',
  'refund',
]);

/** Cents refunded of each charge, by its reference. @param transactions newest first, so a charge's refunds come before it */
export function refundedByReference(transactions: readonly Transaction[]): ReadonlyMap<string, number> {
  const refunded = new Map<string, number>();
  for (const { type, reference, amountCents } of transactions)
    if (REFUNDS.has(type) && reference !== null)
      refunded.set(reference, (refunded.get(reference) ?? 0) + amountCents);
  return refunded;
}

/** Refunds a charge or a part of it, only once even if sent twice. Renders nothing for records that aren't charges. */
export function Refund({
  account,
  charge,
  refundedCents,
}: {
  account: OperatorAccount;
  charge: Transaction;
  refundedCents: number;
}) {
  const leftCents = -charge.amountCents - refundedCents;
  const queries = useQueryClient();
  const [asking, ask] = useDisclosure(false);
  // A bulk job has released a part of its reservation, so the amount left isn't known here.
  const whole = charge.type === 'bulk_reservation' ? '' : (leftCents / 100).toFixed(2);
  const [dollars, setDollars] = useState(whole);
  const [reason, setReason] = useState('');
  // The same request keeps its key while the page is open, even after its dialog was closed.
  const keys = useRequestKeys();
  const bounds = { ...DOLLARS_AT_ONCE, min: 0.01, max: -charge.amountCents / 100 };
  const body = { cents: Math.round(numberIn(dollars) * 100), reason: reason.trim() };
  const refund = useMutation({
    mutationFn: (sent: typeof body) =>
      bodyOf(
        own.POST('/operator/api/accounts/{accountId}/transactions/{transactionId}/refund', {
          params: {
            path: { accountId: account.id, transactionId: charge.id },
            header: { 'Idempotency-Key': keys.keyOf(sent) },
          },
          body: sent,
        }),
      ),
    onSuccess: async () => {
      keys.renew();
      await accountChanged(queries, account.id);
      ask.close();
      setReason('');
    },
    onError: (error, sent) => {
      if (!(error instanceof Problem && error.isNothingDone)) keys.leaveOpen(sent);
      // The money may have moved anyway: the refetched ledger shows it. The error does not wait for it.
      void accountChanged(queries, account.id);
    },
  });
  if (!CHARGES.has(charge.type) || charge.amountCents === 0) return null;
  // An open dialog stays: its answer may have been lost.
  if (leftCents <= 0 && !asking)
    return (
      <Text size="sm" c="dimmed">
        Refunded
      </Text>
    );
  return (
    <>
      <Button
        variant="subtle"
        size="compact-sm"
        aria-label={`Refund ${money(-charge.amountCents)} of ${time(charge.createdAt)}`}
        onClick={() => {
          refund.reset();
          if (body.cents > leftCents && !keys.isOpen(body)) setDollars(whole);
          ask.open();
        }}
      >
        Refund
      </Button>
      <Confirm
        opened={asking}
        onClose={ask.close}
        title={`Refund ${account.name}?`}
        action={Number.isNaN(body.cents) ? 'Refund' : `Refund ${money(body.cents)}`}
        onConfirm={() => refund.mutate(body)}
        isPending={refund.isPending}
        isBlocked={dollars.trim() === '' || faultOf(dollars, bounds) !== null || body.reason === ''}
        error={refund.error}
      >
        <Stack gap="sm">
          <Text size="sm">
            {TRANSACTION_WORDS[charge.type]} of {time(charge.createdAt)}, charged {money(-charge.amountCents)}
            {refundedCents > 0 && `, ${money(refundedCents)} given back so far`}.
          </Text>
          <NumberField
            label="Amount"
            bounds={bounds}
            placeholder="0.00"
            value={dollars}
            onChange={setDollars}
          />
          <TextInput
            label="Reason"
            description="The customer sees it in the ledger. Nothing personal."
            required
            maxLength={200}
            data-autofocus
            value={reason}
            onChange={(event) => setReason(event.currentTarget.value)}
          />
          <Text size="sm">
            The money goes back to the balance. A charge that is given back whole is charged again when its
            property is looked up again.
          </Text>
          {keys.isOpen(body) && (
            <Text size="sm">
              The same request was sent before, and no answer came. It is sent again: the money moves once,
              also if it has moved already.
            </Text>
          )}
        </Stack>
      </Confirm>
    </>
  );
}

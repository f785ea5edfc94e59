import { Skeleton, Text, Badge, Group, Button, Stack } from '@mantine/core';
import { useInfiniteQuery, useIsFetching, useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import {
  customerLedgerQuery,
  type OperatorAccount,
  accountChanged,
  DOLLARS_AT_ONCE,
} from '../../operator/accounts.js';
import { Empty } from '../../parts/page.js';
import { localDate, plural, dateAndTime, money } from '../../parts/format.js';
import { LedgerTable, TRANSACTION_WORDS } from '../../parts/ledger-table.js';
import { QueryProblem } from '../../parts/loaded.js';
import { ShowMore } from '../../parts/paged-list.js';
import type { AppSchemas } from '@skiptrace/contract/app';
import { whoDidIt } from '../../operator/events.js';
import { useDisclosure } from '@mantine/hooks';
import { bodyOf, own } from '../../api/clients.js';
import { Problem } from '../../api/problem.js';
import { faultOf, numberIn, NumberField } from '../../parts/number-field.js';
import { Confirm } from '../../parts/confirm.js';
import { useRequestKeys } from '../../parts/request-key.js';
import { ReasonField } from '../../operator/reason-field.js';

/** ID of the section, in links to it. */
const LEDGER = 'ledger';

/** The account's ledger, with what each charge bought and its refund. */
export default function Ledger({ account }: { account: OperatorAccount }) {
  const found = useInfiniteQuery(customerLedgerQuery(account.id));
  const transactions = found.data?.pages.flatMap((page) => page.transactions);
  const { hash, key } = useLocation();
  // A link to the ledger opens the page before the ledger is there, and what stands above it.
  const isReady = useIsFetching() === 0 && transactions !== undefined;
  const scrolledFor = useRef('');
  useEffect(() => {
    if (hash !== `#${LEDGER}` || !isReady || scrolledFor.current === key) return;
    scrolledFor.current = key;
    document.getElementById(LEDGER)?.scrollIntoView();
  }, [hash, key, isReady]);
  const refunded = refundedByReference(transactions ?? []);
  const purchases = Object.fromEntries(
    found.data?.pages.flatMap((page) => Object.entries(page.purchases)) ?? [],
  );
  const since = found.data?.pages.at(-1)?.searchedSince ?? null;
  return (
    <>
      {since !== null && (
        <Text size="sm" c="dimmed">
          Lookups of one property have the same mark. “Charged before” compares with charges since{' '}
          {localDate(since)}. Repeats within the account’s free term aren’t charged, so they aren’t here.
        </Text>
      )}
      <QueryProblem of={found} />
      {found.isPending && <Skeleton height={160} radius="md" />}
      {transactions?.length === 0 && <Empty title="No money has moved yet" />}
      {transactions !== undefined && transactions.length > 0 && (
        <LedgerTable
          transactions={transactions}
          addresses={Object.fromEntries(
            found.data?.pages.flatMap((page) => Object.entries(page.addresses)) ?? [],
          )}
          jobLink={(jobId, type) =>
            // A refund's reference may be a job or a request, so it gets no link.
            type === 'refund' ? null : { to: `/operator/jobs/${jobId}`, name: `Job ${jobId}` }
          }
          about={({ reference }) => <PurchaseNote purchase={purchases[reference ?? '']} />}
          action={(transaction) => (
            <Refund
              account={account}
              charge={transaction}
              refundedCents={refunded.get(transaction.reference ?? '') ?? 0}
            />
          )}
        />
      )}
      <ShowMore pages={found} of={account.id} />
    </>
  );
}

type Purchase = AppSchemas['Purchase'];

/** Describes the properties of a charged lookup, so that the operator can tell whether a property was charged for twice. */
function PurchaseNote({ purchase }: { purchase: Purchase | undefined }) {
  if (purchase === undefined) return null;
  const { by, properties, mark, before, idempotencyKey } = purchase;
  return (
    <>
      <Group gap={6} wrap="wrap">
        <Text size="xs" c="dimmed">
          {mark === null ? plural(properties, 'property', 'properties') : `Property ${mark}`}, {whoDidIt(by)}
        </Text>
        {before.length > 0 && (
          <Badge size="sm" color="orange">
            Charged before
          </Badge>
        )}
      </Group>
      {before.map((earlier) => (
        <Text key={earlier.reference} size="xs" style={{ overflowWrap: 'anywhere' }}>
          {mark === null && properties > 1
            ? `${plural(earlier.properties, 'property', 'properties')} charged ${dateAndTime(earlier.at)}`
            : `The same property was charged ${dateAndTime(earlier.at)}`}
          {`, request ${earlier.reference}`}
        </Text>
      ))}
      {idempotencyKey !== null && (
        <Text size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
          Idempotency-Key {idempotencyKey}
        </Text>
      )}
    </>
  );
}

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
function refundedByReference(transactions: readonly Transaction[]): ReadonlyMap<string, number> {
  const refunded = new Map<string, number>();
  for (const { type, reference, amountCents } of transactions)
    if (REFUNDS.has(type) && reference !== null)
      refunded.set(reference, (refunded.get(reference) ?? 0) + amountCents);
  return refunded;
}

/** Refunds a charge or a part of it, only once even if sent twice. Renders nothing for records that aren't charges. */
function Refund({
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
        aria-label={`Refund ${money(-charge.amountCents)} of ${dateAndTime(charge.createdAt)}`}
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
            {TRANSACTION_WORDS[charge.type]} of {dateAndTime(charge.createdAt)}, charged{' '}
            {money(-charge.amountCents)}
            {refundedCents > 0 && `, ${money(refundedCents)} given back so far`}.
          </Text>
          <NumberField
            label="Amount"
            bounds={bounds}
            placeholder="0.00"
            value={dollars}
            onChange={setDollars}
          />
          <ReasonField
            description="The customer sees it in the ledger. Nothing personal."
            maxLength={200}
            data-autofocus
            value={reason}
            onChange={setReason}
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

import { Badge, Button, Group, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import type { AppSchemas } from '@skiptrace/contract/app';
import { useIsFetching } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router';
import { useAct } from '../../api/act.js';
import { own, pagedQuery } from '../../api/clients.js';
import { DOLLARS_AT_ONCE, OF_ACCOUNTS, type OperatorAccount } from '../../operator/accounts.js';
import { whoDidIt } from '../../operator/events.js';
import { Confirm } from '../../parts/dialog.js';
import { ReasonField, useDraft } from '../../parts/fields.js';
import { dateAndTime, localDate, money, plural } from '../../parts/format.js';
import { LedgerFilter, NoTransactions, useLedger } from '../../parts/ledger-filter.js';
import { LedgerTable, merged, TRANSACTION_WORDS } from '../../parts/ledger-table.js';
import { faultOf, numberIn, NumberField } from '../../parts/number-field.js';
import { PagedList } from '../../parts/paged-list.js';
import { Fine } from '../../parts/text.js';

/** ID of the section, in links to it. */
const LEDGER = 'ledger';

/** The account's ledger, with what each charge bought and its refund. */
export default function Ledger({ account }: { account: OperatorAccount }) {
  const { query, isFiltered, isBackwards, found, pages, transactions } = useLedger((filter) =>
    pagedQuery('/operator/api/accounts/{accountId}/transactions', {
      params: { path: { accountId: account.id }, query: filter },
    }),
  );
  const { hash, key } = useLocation();
  // A link to the ledger opens the page before the ledger is there, and what stands above it.
  const isReady = useIsFetching() === 0 && transactions !== undefined;
  const scrolledFor = useRef('');
  useEffect(() => {
    if (hash !== `#${LEDGER}` || !isReady || scrolledFor.current === key) return;
    scrolledFor.current = key;
    document.getElementById(LEDGER)?.scrollIntoView();
  }, [hash, key, isReady]);
  // A filter may hide refunds, and until its own rows have arrived, the page shows the rows of another filter.
  const isWhole = !isFiltered && !found.isPlaceholderData;
  const refunded = isWhole ? refundedByReference(transactions ?? []) : null;
  const purchases = merged(pages, (page) => page.purchases);
  const since = pages?.at(-1)?.searchedSince ?? null;
  return (
    <>
      <LedgerFilter isBackwards={isBackwards} />
      {since !== null && (
        <Text c="dimmed">
          Lookups of one property have the same mark. “Charged before” compares with charges since{' '}
          {localDate(since)}. Repeats within the account’s free term aren’t charged, so they aren’t here.
        </Text>
      )}
      <PagedList
        found={found}
        rows={transactions}
        of={JSON.stringify(query)}
        empty={<NoTransactions isFiltered={isFiltered} />}
      >
        {(rows) => (
          <LedgerTable
            transactions={rows}
            addresses={merged(pages, (page) => page.addresses)}
            jobLink={(jobId, type) =>
              // A refund's reference may be a job or a request, so it gets no link.
              type === 'refund' ? null : { to: `/operator/jobs/${jobId}`, name: `Job ${jobId}` }
            }
            hasIds
            about={({ reference }) => <PurchaseNote purchase={purchases[reference ?? '']} />}
            action={(charge) => (
              <Refund
                account={account}
                charge={charge}
                refundedCents={refunded && (refunded.get(charge.reference ?? '') ?? 0)}
              />
            )}
          />
        )}
      </PagedList>
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
      <Group gap={6}>
        <Fine>
          {mark === null ? plural(properties, 'property', 'properties') : `Property ${mark}`}, {whoDidIt(by)}
        </Fine>
        {before.length > 0 && (
          <Badge size="sm" color="orange">
            Charged before
          </Badge>
        )}
      </Group>
      {before.map((earlier) => (
        <Text key={earlier.reference} size="xs">
          {mark === null && properties > 1
            ? `${plural(earlier.properties, 'property', 'properties')} charged ${dateAndTime(earlier.at)}`
            : `The same property was charged ${dateAndTime(earlier.at)}`}
          {`, request ${earlier.reference}`}
        </Text>
      ))}
      {idempotencyKey !== null && <Fine>Idempotency-Key {idempotencyKey}</Fine>}
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

/**
 * Cents refunded of each charge, by its reference.
 * @param transactions without a filter, newest first: a charge's refunds come before it
 */
function refundedByReference(transactions: readonly Transaction[]): ReadonlyMap<string, number> {
  const refunded = new Map<string, number>();
  for (const { type, reference, amountCents } of transactions)
    if (REFUNDS.has(type) && reference !== null)
      refunded.set(reference, (refunded.get(reference) ?? 0) + amountCents);
  return refunded;
}

interface RefundProps {
  account: OperatorAccount;
  charge: Transaction;
  /** Null if the records at hand don't say. */
  refundedCents: number | null;
}

/**
 * Part of a charge that can be refunded: its cents left, and the amount to begin with, in dollars. The server knows better, and
 * refuses more than is left.
 * @param refundedCents null if it isn't known
 */
export function refundable({ type, amountCents }: Transaction, refundedCents: number | null) {
  const leftCents = refundedCents === null ? null : -amountCents - refundedCents;
  // A bulk job has released a part of its reservation, so the amount left isn't known here.
  const isExact = leftCents !== null && type !== 'bulk_reservation';
  return {
    dollars: isExact ? (leftCents / 100).toFixed(2) : '',
    isRefunded: leftCents !== null && leftCents <= 0,
    /** Whether as much as this is left, as far as it is known. */
    has: (cents: number) => leftCents !== null && cents <= leftCents,
  };
}

/** Refunds a charge or a part of it, only once even if sent twice. Renders nothing for records that aren't charges. */
function Refund({ account, charge, refundedCents }: RefundProps) {
  const left = refundable(charge, refundedCents);
  const [asking, ask] = useDisclosure(false);
  const { draft, change, text } = useDraft({ dollars: left.dollars, reason: '' });
  const bounds = { ...DOLLARS_AT_ONCE, min: 0.01, max: -charge.amountCents / 100 };
  const body = { cents: Math.round(numberIn(draft.dollars) * 100), reason: draft.reason.trim() };
  const refund = useAct({
    send: (sent: typeof body, key) =>
      own.POST('/operator/api/accounts/{accountId}/transactions/{transactionId}/refund', {
        params: {
          path: { accountId: account.id, transactionId: charge.id },
          header: { 'Idempotency-Key': key },
        },
        body: sent,
      }),
    changes: OF_ACCOUNTS,
    onDone: () => {
      ask.close();
      change({ reason: '' });
    },
  });
  if (!CHARGES.has(charge.type) || charge.amountCents === 0) return null;
  // An open dialog stays: its answer may have been lost.
  if (left.isRefunded && !asking) return <Text c="dimmed">Refunded</Text>;
  return (
    <>
      <Button
        variant="subtle"
        size="compact-sm"
        aria-label={`Refund ${money(-charge.amountCents)} of ${dateAndTime(charge.createdAt)}`}
        onClick={() => {
          refund.reset();
          if (!left.has(body.cents) && !refund.isOpen(body)) change({ dollars: left.dollars });
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
        onConfirm={() => refund.run(body)}
        act={refund}
        isBlocked={
          draft.dollars.trim() === '' || faultOf(draft.dollars, bounds) !== null || body.reason === ''
        }
      >
        <Stack gap="sm">
          <Text>
            {TRANSACTION_WORDS[charge.type]} of {dateAndTime(charge.createdAt)}, charged{' '}
            {money(-charge.amountCents)}
            {refundedCents !== null && refundedCents > 0 && `, ${money(refundedCents)} given back so far`}.
          </Text>
          {refundedCents === null && (
            <Text>What was given back so far is not shown while the ledger is filtered.</Text>
          )}
          <NumberField label="Amount" bounds={bounds} placeholder="0.00" {...text('dollars')} />
          <ReasonField
            description="The customer sees it in the ledger. Nothing personal."
            maxLength={200}
            data-autofocus
            {...text('reason')}
          />
          <Text>
            The money goes back to the balance. A charge that is given back whole is charged again when its
            property is looked up again.
          </Text>
          {refund.isOpen(body) && (
            <Text>
              The same request was sent before, and no answer came. It is sent again: the money moves once,
              also if it has moved already.
            </Text>
          )}
        </Stack>
      </Confirm>
    </>
  );
}

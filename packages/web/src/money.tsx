// Queries about money, when they refetch, and where a customer adds money.
import type { Account } from '@skiptrace/contract';
import type { AppSchemas } from '@skiptrace/contract/app';
import { keepPreviousData, queryOptions, type QueryClient } from '@tanstack/react-query';
import { bodyOf, own } from './api/clients.js';
import { pagedQuery } from './api/paged-query.js';
import { accountQuery, useAccount } from './session/sessions.js';
import { Anchor, Button } from '@mantine/core';
import { CircleDollarSign } from 'lucide-react';
import { Link } from 'react-router';
import { money, plural } from './parts/format.js';

/** Names the lookups that cost an account nothing, as a sentence without its period. */
export const freeWords = ({ freeRepeatDays }: Pick<Account, 'freeRepeatDays'>): string =>
  freeRepeatDays === undefined
    ? 'A miss is free'
    : `A miss is free, and so is the same property for ${plural(freeRepeatDays, 'day')}`;

const ACTIVITY = 'activity';
const TRANSACTIONS = 'transactions';

/** @param days up to today (UTC) */
export const activityQuery = (days: number) =>
  queryOptions({
    queryKey: [ACTIVITY, days],
    queryFn: () => bodyOf(own.GET('/app/api/activity', { params: { query: { days } } })),
    placeholderData: keepPreviousData,
  });

export interface TransactionFilter {
  type?: AppSchemas['TransactionType'];
  /** UTC days, inclusive. */
  from?: string;
  to?: string;
}

export const transactionsQuery = (filter: TransactionFilter) =>
  pagedQuery(
    [TRANSACTIONS, filter],
    (page) => bodyOf(own.GET('/app/api/transactions', { params: { query: { ...filter, ...page } } })),
    { placeholderData: keepPreviousData },
  );

/** Refetches everything that shows the balance or the ledger, after a charge or a refund. */
export function afterMoneyMoved(queries: QueryClient): void {
  for (const queryKey of [accountQuery.queryKey, [ACTIVITY], [TRANSACTIONS]]) {
    void queries.invalidateQueries({ queryKey });
  }
}

/** Support page with a prefilled request for a top-up. */
const TOP_UP_PAGE = '/app/support?about=top-up';

/** Place to add money: the operator's payment page, or else the support page. */
type TopUpPlace =
  | { readonly isPayment: true; readonly href: string }
  | { readonly isPayment: false; readonly to: string };

function useTopUp(): TopUpPlace {
  const url = useAccount().data?.topUpUrl;
  return url === undefined ? { isPayment: false, to: TOP_UP_PAGE } : { isPayment: true, href: url };
}

/** Button to add money. Where the operator adds it by hand, it opens a message that asks for it. @param cents the amount to add */
export function TopUpButton({ cents }: { cents?: number }) {
  const place = useTopUp();
  const label =
    cents !== undefined ? `Add ${money(cents)}` : place.isPayment ? 'Add money' : 'Request a top-up';
  const look = {
    leftSection: <CircleDollarSign size={16} />,
    ...(cents !== undefined && { size: 'md' }),
  };
  return place.isPayment ? (
    <Button component="a" href={place.href} target="_blank" rel="noreferrer" {...look}>
      {label}
    </Button>
  ) : (
    <Button component={Link} to={cents === undefined ? place.to : `${place.to}&cents=${cents}`} {...look}>
      {label}
    </Button>
  );
}

/** A link, as a sentence of its own. */
export function TopUpLink() {
  const place = useTopUp();
  return place.isPayment ? (
    <Anchor href={place.href} target="_blank" rel="noreferrer" inherit>
      Add money
    </Anchor>
  ) : (
    <Anchor component={Link} to={place.to} inherit>
      Request a top-up
    </Anchor>
  );
}

/** Request to add money with its link, as a sentence without the period. */
export function TopUpSentence() {
  const place = useTopUp();
  return place.isPayment ? (
    <>
      Add money on the{' '}
      <Anchor href={place.href} target="_blank" rel="noreferrer" inherit>
        payment page
      </Anchor>
    </>
  ) : (
    <>
      Ask for a top-up on the{' '}
      <Anchor component={Link} to={place.to} inherit>
        support page
      </Anchor>
    </>
  );
}

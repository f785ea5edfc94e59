// Words about prices, queries about money, and the place where a customer adds some.
import { Anchor, Button } from '@mantine/core';
import type { Account } from '@skiptrace/contract';
import { CircleDollarSign } from 'lucide-react';
import { money, plural } from './parts/format.js';
import { ButtonTo, To } from './parts/text.js';
import { useAccount } from './session/sessions.js';

/** Names the lookups that cost an account nothing, as a sentence without its period. */
export const freeWords = ({ freeRepeatDays }: Pick<Account, 'freeRepeatDays'>): string =>
  freeRepeatDays === undefined
    ? 'A miss is free'
    : `A miss is free, and so is the same property for ${plural(freeRepeatDays, 'day')}`;

/** Everything that shows the balance or the ledger. */
export const OF_MONEY = ['/api/user/account', '/app/api/activity', '/app/api/transactions'];

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
  const label = place.isPayment
    ? `Add ${cents === undefined ? 'money' : money(cents)}`
    : `Request ${cents === undefined ? 'a top-up' : money(cents)}`;
  const look = {
    leftSection: <CircleDollarSign size={16} />,
    ...(cents !== undefined && { size: 'md' }),
  };
  return place.isPayment ? (
    <Button component="a" href={place.href} target="_blank" rel="noreferrer" {...look}>
      {label}
    </Button>
  ) : (
    <ButtonTo to={cents === undefined ? place.to : `${place.to}&cents=${cents}`} variant="filled" {...look}>
      {label}
    </ButtonTo>
  );
}

/** A link to the place where money is added. @param toPayment its words where that is a payment page */
function TopUp({ toPayment, toSupport }: { toPayment: string; toSupport: string }) {
  const place = useTopUp();
  return place.isPayment ? (
    <Anchor href={place.href} target="_blank" rel="noreferrer" inherit>
      {toPayment}
    </Anchor>
  ) : (
    <To to={place.to}>{toSupport}</To>
  );
}

/** A link, as a sentence of its own. */
export const TopUpLink = () => <TopUp toPayment="Add money" toSupport="Request a top-up" />;

/** Request to add money with its link, as a sentence without the period. */
export const TopUpSentence = () => (
  <>
    {useTopUp().isPayment ? 'Add money' : 'Ask for a top-up'} on the{' '}
    <TopUp toPayment="payment page" toSupport="support page" />
  </>
);

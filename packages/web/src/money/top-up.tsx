import { Anchor } from '@mantine/core';
import { Link } from 'react-router';
import { useAccount } from '../session/sessions.js';

/** Support page with a prefilled request for a top-up. */
const TOP_UP_PAGE = '/app/support?about=top-up';

/** Place to add money: the operator's payment page, or else the support page. */
export type TopUpPlace =
  { readonly isPayment: true; readonly href: string } | { readonly isPayment: false; readonly to: string };

export function useTopUp(): TopUpPlace {
  const url = useAccount().data?.topUpUrl;
  return url === undefined ? { isPayment: false, to: TOP_UP_PAGE } : { isPayment: true, href: url };
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

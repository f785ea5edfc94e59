import { Anchor, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { count, money } from '../parts/format.js';
import { unfinishedJobsQuery } from './queries.js';

/** Lists that wait for an approval, with their total cost. Always takes up a line, so the page doesn't jump while it loads. */
export function ToApprove() {
  const { data } = useQuery(unfinishedJobsQuery);
  const [first, ...others] = data?.jobs.filter(({ status }) => status === 'preview') ?? [];
  if (data === undefined) return <>&nbsp;</>;
  if (first === undefined) return 'Nothing needs your approval.';
  const cents = [first, ...others].reduce((sum, { totalChargeCents }) => sum + (totalChargeCents ?? 0), 0);
  // Must fit on one line of a phone.
  const lists = others.length === 0 ? '1 list is' : `${count(1 + others.length)} lists are`;
  return (
    <Text span inherit fw={600} c="var(--mantine-color-orange-light-color)">
      {lists} ready for your approval{cents > 0 && ` (${money(cents)})`}.{' '}
      <Anchor
        component={Link}
        to={others.length === 0 ? `/app/jobs/${first.id}` : '/app/jobs?status=approval'}
        inherit
      >
        Review
      </Anchor>
    </Text>
  );
}

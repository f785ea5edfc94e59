import { Badge } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import {
  Ban,
  Database,
  History,
  House,
  Inbox,
  Landmark,
  ListChecks,
  MailQuestion,
  PhoneOff,
  ScrollText,
  SearchCheck,
  Upload,
  UserSearch,
  Users,
} from 'lucide-react';
import { homeQuery } from '../api/operator-home.js';
import { plural } from '../parts/format.js';
import { operatorSessionQuery } from '../session/sessions.js';
import { SessionShell, type Place } from './shell.js';

const INBOX_PATH = '/operator/support';

const PLACES: readonly (readonly Place[])[] = [
  [
    { to: '/operator', label: 'Home', icon: House, exact: true },
    { to: '/operator/accounts', label: 'Accounts', icon: Users },
    { to: '/operator/jobs', label: 'Jobs', icon: ListChecks },
    { to: INBOX_PATH, label: 'Support inbox', icon: Inbox },
    { to: '/operator/events', label: 'Events', icon: History },
  ],
  [
    { to: '/operator/owners', label: 'Owners', icon: Database, exact: true },
    { to: '/operator/owners/import', label: 'Import owners', icon: Upload },
    { to: '/operator/owners/explain', label: 'Explain an address', icon: SearchCheck },
  ],
  [
    { to: '/operator/requests', label: 'Requests', icon: MailQuestion },
    { to: '/operator/person', label: 'One person', icon: UserSearch },
    { to: '/operator/disclosures', label: 'Disclosures', icon: ScrollText },
    { to: '/operator/suppressions', label: 'Suppressions', icon: Ban },
    { to: '/operator/dnc', label: 'Do Not Call', icon: PhoneOff },
    { to: '/operator/drop', label: 'DROP', icon: Landmark },
  ],
];

/** Frame of the operator's pages, which a customer's session can't open. */
export function OperatorShell() {
  const session = useQuery(operatorSessionQuery);
  const unread = useQuery({ ...homeQuery, enabled: session.data !== undefined }).data?.messages.unread ?? 0;
  const places = PLACES.map((group) =>
    group.map((place) => (place.to === INBOX_PATH ? { ...place, badge: <Unread count={unread} /> } : place)),
  );
  return (
    <SessionShell home="/operator" places={places} session={session}>
      {({ name }) => ({ title: 'Operator', name })}
    </SessionShell>
  );
}

/** Count of unread messages. */
function Unread({ count }: { count: number }) {
  if (count === 0) return null;
  return (
    <Badge
      variant="filled"
      size="sm"
      miw={0}
      circle={count < 10}
      aria-label={plural(count, 'unread message')}
    >
      {count}
    </Badge>
  );
}

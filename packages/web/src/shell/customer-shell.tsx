import { Badge, Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import {
  BookOpen,
  FileUp,
  Gauge,
  KeyRound,
  LifeBuoy,
  ListChecks,
  ReceiptText,
  Search,
  Settings,
} from 'lucide-react';
import { useLocation } from 'react-router';
import { loadedPart } from '../parts/late.js';
import { sessionQuery } from '../session/sessions.js';
import { SessionShell, type Place } from './shell.js';

const PLACES: readonly (readonly Place[])[] = [
  [
    { to: '/app', label: 'Overview', icon: Gauge, exact: true },
    { to: '/app/upload', label: 'Upload', icon: FileUp },
    { to: '/app/lookup', label: 'Lookup', icon: Search },
    { to: '/app/jobs', label: 'Lists', icon: ListChecks },
  ],
  [
    { to: '/app/billing', label: 'Billing', icon: ReceiptText },
    { to: '/app/keys', label: 'API keys', icon: KeyRound },
    { to: '/docs', label: 'API documentation', icon: BookOpen, isDocument: true },
    { to: '/app/account', label: 'Account', icon: Settings },
    { to: '/app/support', label: 'Support', icon: LifeBuoy },
  ],
];

/** Loaded lazily, because few sessions need it. */
const AcceptTerms = loadedPart(
  async () => (await import('./accept-terms.js')).default,
  <Skeleton h={320} radius="md" />,
);
/** Stays open before the terms are accepted, for questions about them. */
const SUPPORT = '/app/support';

/** Frame of a customer's pages. */
export function CustomerShell() {
  const session = useQuery(sessionQuery);
  const { pathname } = useLocation();
  return (
    <SessionShell home="/app" places={PLACES} session={session}>
      {({ name, mode, mustAcceptTerms }) => ({
        title: name,
        badge: mode === 'test' && (
          <Badge tt="uppercase" color="orange">
            Test
          </Badge>
        ),
        name,
        children: mustAcceptTerms && pathname !== SUPPORT ? <AcceptTerms /> : undefined,
      })}
    </SessionShell>
  );
}

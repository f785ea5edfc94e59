import { Badge, Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { useLocation } from 'react-router';
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
import { Problem } from '../api/problem.js';
import { sessionQuery } from '../session/sessions.js';
import { useSignOut, useSignOutOfOtherTabs } from '../session/sign-out.js';
import { Shell, type Place, ToSignIn, WaitingShell } from './shell.js';

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
const AcceptTerms = lazy(() => import('./accept-terms.js'));
/** Stays open before the terms are accepted, for questions about them. */
const SUPPORT = '/app/support';

/** Frame of a customer's pages. Without a session it redirects to the sign-in page, which returns here afterwards. */
export function CustomerShell() {
  const session = useQuery(sessionQuery);
  const signOut = useSignOut('/app');
  useSignOutOfOtherTabs('/app');
  const { pathname } = useLocation();
  if (session.error instanceof Problem && session.error.status === 401) {
    return <ToSignIn home="/app" error={session.error} />;
  }
  const frame = { home: '/app', places: PLACES };
  if (session.data === undefined) {
    return <WaitingShell {...frame} error={session.error} retry={() => void session.refetch()} />;
  }
  const { name, mode, mustAcceptTerms } = session.data;
  return (
    <Shell
      {...frame}
      title={name}
      badge={
        mode === 'test' && (
          <Badge tt="uppercase" color="orange">
            Test
          </Badge>
        )
      }
      session={{
        label: 'Your account',
        name,
        account: '/app/account',
        terms: '/app/terms',
        signOut: {
          go: () => signOut.mutate({ everywhere: false }),
          isPending: signOut.isPending,
          error: signOut.error,
        },
      }}
    >
      {mustAcceptTerms && pathname !== SUPPORT ? (
        <Suspense fallback={<Skeleton height={320} radius="md" />}>
          <AcceptTerms />
        </Suspense>
      ) : undefined}
    </Shell>
  );
}

import { Badge } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { FileUp, Gauge, KeyRound, LifeBuoy, ListChecks, ReceiptText, Search, Settings } from 'lucide-react';
import { Navigate, useLocation } from 'react-router';
import { Problem } from '../api/problem.js';
import { ProblemNote } from '../parts/problem-note.js';
import { sessionQuery } from '../session/sessions.js';
import { useSignOut } from '../session/sign-out.js';
import { ConnectionNote } from './connection-note.js';
import { SessionMenu } from './late-menus.js';
import { Shell, type Place } from './shell.js';

const PLACES: readonly (readonly Place[])[] = [
  [
    { to: '/app', label: 'Overview', icon: Gauge, exact: true },
    { to: '/app/upload', label: 'Upload', icon: FileUp },
    { to: '/app/lookup', label: 'Lookup', icon: Search },
    { to: '/app/jobs', label: 'Jobs', icon: ListChecks },
  ],
  [
    { to: '/app/billing', label: 'Billing', icon: ReceiptText },
    { to: '/app/keys', label: 'API keys', icon: KeyRound },
    { to: '/app/account', label: 'Account', icon: Settings },
    { to: '/app/support', label: 'Support', icon: LifeBuoy },
  ],
];

/** The frame of a customer's pages. Who is not signed in is sent to the sign-in page, and back afterwards. */
export function CustomerShell() {
  const session = useQuery(sessionQuery);
  const { pathname, search } = useLocation();
  const signOut = useSignOut();
  if (session.error instanceof Problem && session.error.status === 401) {
    return <Navigate to={`/app/sign-in?next=${encodeURIComponent(pathname + search)}`} replace />;
  }
  if (session.data === undefined) {
    return session.error === null ? null : (
      <ProblemNote error={session.error} retry={() => void session.refetch()} />
    );
  }
  const { name, mode } = session.data;
  return (
    <Shell
      home="/app"
      title={name}
      places={PLACES}
      notice={<ConnectionNote />}
      corner={
        <>
          {mode === 'test' && (
            <Badge color="orange" variant="light">
              Test
            </Badge>
          )}
          <SessionMenu
            label="Your account"
            name={name}
            account="/app/account"
            signOut={{ go: () => signOut.mutate({ everywhere: false }), isPending: signOut.isPending }}
          />
        </>
      }
    />
  );
}

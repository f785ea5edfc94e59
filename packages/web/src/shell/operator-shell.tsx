import { useMutation, useQuery } from '@tanstack/react-query';
import { Activity, Database, Inbox, ListChecks, SearchCheck, Upload, Users } from 'lucide-react';
import { Navigate, useLocation } from 'react-router';
import { bodyOf, own } from '../api/clients.js';
import { Problem } from '../api/problem.js';
import { ProblemNote } from '../parts/problem-note.js';
import { operatorSessionQuery } from '../session/sessions.js';
import { ConnectionNote } from './connection-note.js';
import { SessionMenu } from './late-menus.js';
import { Shell, type Place } from './shell.js';

const PLACES: readonly (readonly Place[])[] = [
  [
    { to: '/operator', label: 'Health', icon: Activity, exact: true },
    { to: '/operator/accounts', label: 'Accounts', icon: Users },
    { to: '/operator/jobs', label: 'Jobs', icon: ListChecks },
    { to: '/operator/support', label: 'Support inbox', icon: Inbox },
  ],
  [
    { to: '/operator/owners', label: 'Owners', icon: Database, exact: true },
    { to: '/operator/owners/import', label: 'Import owners', icon: Upload },
    { to: '/operator/owners/explain', label: 'Explain an address', icon: SearchCheck },
  ],
];

/** The frame of the operator's pages; a session of a customer opens none of them. */
export function OperatorShell() {
  const session = useQuery(operatorSessionQuery);
  const { pathname, search } = useLocation();
  const signOut = useMutation({
    mutationFn: () => bodyOf(own.DELETE('/operator/api/session')),
    onSuccess: () => window.location.assign('/operator/sign-in'),
  });
  if (session.error instanceof Problem && session.error.status === 401) {
    return <Navigate to={`/operator/sign-in?next=${encodeURIComponent(pathname + search)}`} replace />;
  }
  if (session.data === undefined) {
    return session.error === null ? null : (
      <ProblemNote error={session.error} retry={() => void session.refetch()} />
    );
  }
  return (
    <Shell
      home="/operator"
      title="Operator"
      places={PLACES}
      notice={<ConnectionNote />}
      corner={
        <SessionMenu
          label="Your session"
          name={session.data.name}
          signOut={{ go: () => signOut.mutate(), isPending: signOut.isPending }}
        />
      }
    />
  );
}

import { ActionIcon, Badge, Menu, Text } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import {
  Building2,
  CircleUser,
  FileUp,
  Gauge,
  KeyRound,
  LifeBuoy,
  ListChecks,
  LogOut,
  ReceiptText,
  Search,
  Settings,
} from 'lucide-react';
import { Link, Navigate, useLocation } from 'react-router';
import { bodyOf, own } from '../api/clients.js';
import { Problem } from '../api/problem.js';
import { ProblemNote } from '../parts/problem-note.js';
import { sessionQuery } from '../session/sessions.js';
import { ConnectionNote } from './connection-note.js';
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
          <AccountMenu name={name} />
        </>
      }
    />
  );
}

function AccountMenu({ name }: { name: string }) {
  const queries = useQueryClient();
  const signOut = useMutation({
    mutationFn: () => bodyOf(own.DELETE('/app/api/session')),
    // What was shown is nobody's any more.
    onSuccess: () => window.location.assign('/app/sign-in'),
    onError: () => void queries.invalidateQueries({ queryKey: ['session'] }),
  });
  return (
    <Menu position="bottom-end" width={220}>
      <Menu.Target>
        <ActionIcon variant="default" size="lg" aria-label="Your account">
          <CircleUser size={18} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>
          <Text size="sm" truncate>
            {name}
          </Text>
        </Menu.Label>
        <Menu.Item component={Link} to="/app/account" leftSection={<Building2 size={16} aria-hidden />}>
          Account
        </Menu.Item>
        <Menu.Item
          leftSection={<LogOut size={16} aria-hidden />}
          onClick={() => signOut.mutate()}
          disabled={signOut.isPending}
        >
          Sign out
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

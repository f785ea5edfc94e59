import { Alert, Box, Group, Paper, Stack, Text, Title, Button, Skeleton } from '@mantine/core';
import { useDocumentTitle } from '@mantine/hooks';
import type { AppSchemas } from '@skiptrace/contract/app';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useLocation, type Location } from 'react-router';
import { useAct } from '../api/act.js';
import { dateAndTime } from '../parts/format.js';
import { brand } from '../parts/page.js';
import { titleOf } from '../parts/page.js';
import { ProblemNote } from '../parts/text.js';
import { pageAfterSignIn, type SignInLink } from '../session/sign-in-link.js';
import { ColorSchemeMenu, ConnectionNote } from './late-parts.js';

interface SignInFrameProps {
  title: string;
  about: string;
  children: ReactNode;
}

/** Frame of the pages before sign-in. */
export function SignInFrame({ title, about, children }: SignInFrameProps) {
  const { pathname, state } = useLocation() as Location<unknown>;
  useDocumentTitle(titleOf(title, pathname));
  const why = whyIn(state);
  return (
    <Box mih="100dvh" p="md">
      <Group justify="flex-end">
        <ColorSchemeMenu />
      </Group>
      <Box component="main" maw={420} mx="auto" mt={{ base: 'md', sm: 64 }}>
        <ConnectionNote />
        <Stack gap="lg">
          <div>
            <span className="mark">
              <img src={`${import.meta.env.BASE_URL}favicon.svg`} alt="" width={28} height={28} />{' '}
              {pathname.startsWith('/operator') ? 'skiptrace' : brand()}
            </span>
            <Title order={1} size="h2" mt="xs">
              {title}
            </Title>
            <Text c="dimmed">{about}</Text>
          </div>
          {why !== null && (
            <Alert color="gray" role="status">
              {why}
            </Alert>
          )}
          {!window.isSecureContext && (
            <Alert color="yellow">
              This page was opened without https, so the browser won&apos;t keep you signed in. Use the https
              address of this server.
            </Alert>
          )}
          <Paper withBorder p="lg" radius="md">
            {children}
          </Paper>
        </Stack>
      </Box>
    </Box>
  );
}

/** Reason for the redirect, set by `ToSignIn`. Not in the URL, where a stranger's link could set it. */
function whyIn(state: unknown): string | null {
  if (typeof state !== 'object' || state === null || !('why' in state)) return null;
  return typeof state.why === 'string' ? state.why : null;
}

interface ByLinkProps {
  link: SignInLink;
  /** Asks the server which account the link signs in, without using the link up. */
  read: (token: string) => Promise<AppSchemas['SignInLink']>;
  /** Signs in, which uses the link up. */
  signIn: (link: SignInLink) => Promise<unknown>;
  home: '/app' | '/operator';
  /** Name of the session that the link replaces; null if signed out. */
  replaces: string | null;
  /** Instructions in case the link doesn't work. */
  children: ReactNode;
}

/**
 * Shows the account of a sign-in link before using it, so that a link can't sign a person in to a stranger's account unnoticed.
 * Keyed by the link, so that a second link starts afresh.
 */
export const ByLink = (props: ByLinkProps) => <OneLink key={props.link.token} {...props} />;

function OneLink({ link, read, signIn, home, replaces, children }: ByLinkProps) {
  const found = useQuery({
    queryKey: ['sign-in link', link.token],
    queryFn: () => read(link.token),
    staleTime: Infinity,
    gcTime: 0,
  });
  // A second request would invalidate the first one's session, and its own response would be lost when the next page opens.
  const signingIn = useAct({
    send: () => signIn(link),
    // A full reload: nothing of the previous account stays in memory, and its uploads stop.
    onDone: () => window.location.replace(pageAfterSignIn(home)),
  });
  if (found.isError)
    return (
      <Stack>
        <ProblemNote error={found.error} />
        {children}
      </Stack>
    );
  if (found.data === undefined) return <Skeleton h={96} />;
  const { name, expiresAt } = found.data;
  return (
    <Stack>
      <Text>
        Sign in to <b>{name}</b>. This link works once and expires {dateAndTime(expiresAt)}.
      </Text>
      {replaces !== null && replaces !== name && (
        <Text>
          This browser is signed in as <b>{replaces}</b>. That session ends
          {home === '/app' && ', and its lists that were not sent are forgotten'}.
        </Text>
      )}
      {/* Stays busy until the next page opens. */}
      <Button loading={signingIn.isPending || signingIn.isSuccess} onClick={() => signingIn.run()} autoFocus>
        Continue
      </Button>
      {signingIn.isError && (
        <>
          <ProblemNote error={signingIn.error} />
          {children}
        </>
      )}
    </Stack>
  );
}

import { Alert, Box, Group, Paper, Stack, Text, Title } from '@mantine/core';
import { useDocumentTitle } from '@mantine/hooks';
import type { ReactNode } from 'react';
import { useLocation, type Location } from 'react-router';
import { titleOf } from '../parts/page.js';
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
              <img src={`${import.meta.env.BASE_URL}favicon.svg`} alt="" width={28} height={28} /> skiptrace
            </span>
            <Title order={1} size="h2" mt="xs">
              {title}
            </Title>
            <Text c="dimmed" size="sm">
              {about}
            </Text>
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

/** Reason for the redirect, set by to-sign-in.tsx. Not in the URL, where a stranger's link could set it. */
function whyIn(state: unknown): string | null {
  if (typeof state !== 'object' || state === null || !('why' in state)) return null;
  return typeof state.why === 'string' ? state.why : null;
}

import { Alert, Box, Group, Paper, Stack, Text, Title } from '@mantine/core';
import { useDocumentTitle } from '@mantine/hooks';
import type { ReactNode } from 'react';
import { ColorSchemeMenu } from '../shell/late-menus.js';

/** The frame of the pages that nobody is signed in on. */
export function SignInFrame({
  title,
  about,
  children,
}: {
  title: string;
  about: string;
  children: ReactNode;
}) {
  useDocumentTitle(`${title} · skiptrace`);
  return (
    <Box mih="100dvh" p="md">
      <Group justify="flex-end">
        <ColorSchemeMenu />
      </Group>
      <Box component="main" maw={420} mx="auto" mt={{ base: 'md', sm: 64 }}>
        <Stack gap="lg">
          <div>
            <Text fw={700} size="lg">
              skiptrace
            </Text>
            <Title order={1} size="h2" mt="xs">
              {title}
            </Title>
            <Text c="dimmed" size="sm">
              {about}
            </Text>
          </div>
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

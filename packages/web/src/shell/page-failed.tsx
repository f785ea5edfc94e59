import { Button, Container, Stack, Text, Title } from '@mantine/core';

/** A page that could not be loaded or drawn: after a new version of the server, or because the line broke. */
export function PageFailed() {
  return (
    <Container size="xs" py="xl" role="alert">
      <Stack>
        <Title order={1} size="h3">
          This page could not be shown
        </Title>
        <Text>
          The connection broke while it was loaded, or the server was updated. Nothing was lost and nothing
          was charged.
        </Text>
        <Button onClick={() => window.location.reload()}>Reload</Button>
      </Stack>
    </Container>
  );
}

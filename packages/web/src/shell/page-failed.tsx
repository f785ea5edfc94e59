import { Button, Container, Stack, Text, Title } from '@mantine/core';

/** A page that could not be loaded or drawn: after a new version of the server, because the line broke, or by a fault of ours. */
export function PageFailed() {
  return (
    <Container size="xs" py="xl" role="alert">
      <Stack>
        <Title order={1} size="h3">
          This page could not be shown
        </Title>
        <Text>
          It could not be loaded, or something on it went wrong. If you have just sent or approved something,
          look whether it arrived before you do it again.
        </Text>
        <Button onClick={() => window.location.reload()}>Reload</Button>
      </Stack>
    </Container>
  );
}

import { Alert, Button, CopyButton, Group, Stack, Text, TextInput } from '@mantine/core';
import { Copied } from './copy.js';

/** A secret that is shown this once, with the button that copies it. */
export function CopyOnce({ label, value, about }: { label: string; value: string; about: string }) {
  return (
    <Stack gap="xs">
      <TextInput
        label={label}
        value={value}
        readOnly
        onFocus={(event) => event.currentTarget.select()}
        styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)' } }}
        rightSectionWidth={88}
        rightSection={
          <CopyButton value={value}>
            {({ copied, copy }) => (
              <Button size="compact-xs" variant="light" onClick={copy}>
                {copied ? 'Copied' : 'Copy'}
              </Button>
            )}
          </CopyButton>
        }
      />
      <Alert color="yellow" p="xs">
        <Text size="sm">{about}</Text>
      </Alert>
    </Stack>
  );
}

/** A value that others ask for, such as an id, with a button that copies it. */
export function Copyable({ value, what }: { value: string; what: string }) {
  return (
    <Group gap={4} wrap="nowrap" component="span">
      <Text span size="sm" ff="monospace" style={{ overflowWrap: 'anywhere' }}>
        {value}
      </Text>
      <Copied value={value} label={`Copy ${what}`} />
    </Group>
  );
}

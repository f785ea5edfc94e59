import { Button, Group, Stack, Text, Textarea } from '@mantine/core';
import { useClipboard } from '@mantine/hooks';
import { useEffect, useRef } from 'react';
import { Copied } from './copy.js';

/** Characters of the secret in a line of a dialog on a phone. */
const LINE = 30;

/** A secret that is shown this once, whole, and selected, with the button that copies it. */
export function CopyOnce({ label, value }: { label: string; value: string }) {
  const { copy, copied, error } = useClipboard();
  const field = useRef<HTMLTextAreaElement>(null);
  // It comes into a dialog that is open already, in the place of what had the focus.
  useEffect(() => field.current?.focus(), []);
  return (
    <Stack gap="xs">
      <Textarea
        ref={field}
        label={label}
        value={value}
        readOnly
        rows={Math.ceil(value.length / LINE)}
        onFocus={(event) => event.currentTarget.select()}
        styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)', wordBreak: 'break-all' } }}
        error={error === null ? null : 'The browser did not copy it. Select it and copy it yourself.'}
      />
      <Button onClick={() => copy(value)} fullWidth>
        {copied ? 'Copied' : 'Copy'}
      </Button>
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

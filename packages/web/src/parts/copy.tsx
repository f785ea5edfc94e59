import { ActionIcon, Button, Group, Stack, Text, Textarea } from '@mantine/core';
import { useClipboard } from '@mantine/hooks';
import { Check, Copy } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { say } from './toast.js';

interface CopiedProps {
  value: string;
  /** Accessible name, such as "Copy (512) 555-0100". */
  label: string;
  /** Fits a line of text. */
  isSmall?: boolean;
}

/** Copy button. */
export function Copied({ value, label, isSmall = false }: CopiedProps) {
  const { copy, copied, error } = useClipboard();
  useEffect(() => {
    if (copied) say('Copied.');
  }, [copied]);
  useEffect(() => {
    if (error !== null) say('The browser did not copy it. Select it and copy it yourself.');
  }, [error]);
  return (
    <ActionIcon
      variant="subtle"
      color="gray"
      size={isSmall ? 24 : 'md'}
      onClick={() => copy(value)}
      title={copied ? 'Copied' : label}
      aria-label={copied ? 'Copied' : label}
    >
      {copied ? <Check size={16} /> : <Copy size={16} />}
    </ActionIcon>
  );
}

/** Characters of a secret that fit on one line of a dialog on a phone. */
const LINE = 30;

/** Shows a secret once, in full and selected, with a copy button. */
export function CopyOnce({ label, value }: { label: string; value: string }) {
  const { copy, copied, error } = useClipboard();
  const field = useRef<HTMLTextAreaElement>(null);
  // Appears in an open dialog, in place of the focused element.
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

/** Shows a value that others may ask for, such as an id, with a copy button. */
export function Copyable({ value, what }: { value: string; what: string }) {
  return (
    <Group gap={4} wrap="nowrap" component="span">
      <Text span ff="monospace">
        {value}
      </Text>
      <Copied value={value} label={`Copy ${what}`} />
    </Group>
  );
}

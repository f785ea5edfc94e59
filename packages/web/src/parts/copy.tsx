import { ActionIcon } from '@mantine/core';
import { useClipboard } from '@mantine/hooks';
import { Check, Copy } from 'lucide-react';
import { useEffect } from 'react';
import { say } from './toast.js';

/** Copy button. `label` is its accessible name, such as "Copy (512) 555-0100". */
export function Copied({ value, label }: { value: string; label: string }) {
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
      onClick={() => copy(value)}
      title={copied ? 'Copied' : label}
      aria-label={copied ? 'Copied' : label}
    >
      {copied ? <Check size={16} aria-hidden /> : <Copy size={16} aria-hidden />}
    </ActionIcon>
  );
}

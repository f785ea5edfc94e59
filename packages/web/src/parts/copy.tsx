import { ActionIcon, CopyButton } from '@mantine/core';
import { Check, Copy } from 'lucide-react';

/** Copy button. `label` is its accessible name, such as "Copy (512) 555-0100". */
export function Copied({ value, label }: { value: string; label: string }) {
  return (
    <CopyButton value={value} timeout={2_000}>
      {({ copied, copy }) => (
        <ActionIcon
          variant="subtle"
          color="gray"
          onClick={copy}
          title={copied ? 'Copied' : label}
          aria-label={copied ? 'Copied' : label}
        >
          {copied ? <Check size={16} aria-hidden /> : <Copy size={16} aria-hidden />}
        </ActionIcon>
      )}
    </CopyButton>
  );
}

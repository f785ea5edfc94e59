import { Stack, Title } from '@mantine/core';
import type { ReactNode } from 'react';

/** Part of the account's page with its heading. */
export function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section aria-label={title}>
      <Stack gap="sm">
        <Title order={2} size="h4">
          {title}
        </Title>
        {children}
      </Stack>
    </section>
  );
}

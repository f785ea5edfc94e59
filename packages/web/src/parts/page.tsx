import { Group, Stack, Text, Title } from '@mantine/core';
import { useDocumentTitle } from '@mantine/hooks';
import type { ReactNode } from 'react';
import { useLocation } from 'react-router';

export interface PageProps {
  title: string;
  /** Title of the browser's tab, where it says more than the page's own. */
  tab?: string;
  /** What the page is for, in a line. */
  about?: ReactNode;
  /** Buttons at the right of the title. */
  actions?: ReactNode;
  children?: ReactNode;
}

/** Title of the browser's tab. Customers and operators have pages of the same name. */
export const titleOf = (page: string, pathname: string): string =>
  pathname.startsWith('/operator') && page !== 'Operator'
    ? `${page} · Operator · skiptrace`
    : `${page} · skiptrace`;

/** The frame of every page: its title, also that of the tab, and what can be done. */
export function Page({ title, tab = title, about, actions, children }: PageProps) {
  useDocumentTitle(titleOf(tab, useLocation().pathname));
  return (
    <Stack gap="lg">
      <Group justify="space-between" align="flex-start" gap="sm">
        {/* A long line about the page does not push the buttons below it where both have room. */}
        <div style={{ flex: '1 1 20rem', minWidth: 0 }}>
          <Title order={1} size="h2" lineClamp={3} style={{ overflowWrap: 'anywhere' }}>
            {title}
          </Title>
          {about !== undefined && (
            <Text c="dimmed" size="sm" component="div">
              {about}
            </Text>
          )}
        </div>
        {actions !== undefined && <Group gap="xs">{actions}</Group>}
      </Group>
      {children}
    </Stack>
  );
}

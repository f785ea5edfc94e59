import { Card, Group, Stack, Text, Title, Paper } from '@mantine/core';
import { useDocumentTitle } from '@mantine/hooks';
import type { ReactNode } from 'react';
import { useLocation } from 'react-router';
import { isNotFound } from '../api/problem.js';
import { ButtonTo, Heading, Loaded, type Query } from './text.js';

export interface PageProps {
  title: string;
  /** Title of the browser tab, if it differs from the page's. */
  tab?: string;
  /** Purpose of the page, in one line. */
  about?: ReactNode;
  /** Buttons at the right of the title. */
  actions?: ReactNode;
  children?: ReactNode;
}

/** Name that customers buy from, as the server wrote it into the page (OPERATOR_NAME); without one it is the software's. */
export const brand = (): string =>
  document.querySelector<HTMLMetaElement>('meta[name="operator"]')?.content || 'skiptrace';

/** Title of the browser tab, which marks operator pages, because some have the same name as a customer's. */
export function titleOf(page: string, pathname: string): string {
  if (!pathname.startsWith('/operator')) return `${page} · ${brand()}`;
  return page === 'Operator' ? 'Operator · skiptrace' : `${page} · Operator · skiptrace`;
}

/** Frame of every page: its title, also set on the browser tab, and its buttons. */
export function Page({ title, tab = title, about, actions, children }: PageProps) {
  useDocumentTitle(titleOf(tab, useLocation().pathname));
  return (
    <Stack gap="lg">
      <Group justify="space-between" align="flex-start" gap="sm">
        {/* Keeps a long description from pushing the buttons below it if both fit. */}
        <div style={{ flex: '1 1 20rem', minWidth: 0 }}>
          <Title order={1} size="h2" lineClamp={3}>
            {title}
          </Title>
          {about !== undefined && (
            <Text c="dimmed" component="div">
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

interface SectionProps {
  title: string;
  /** Purpose of it, below the title. */
  about?: ReactNode;
  /** Buttons at the right of the title. */
  actions?: ReactNode;
  isCard?: boolean;
  /** Target of links to it. */
  id?: string;
  gap?: 'xs' | 'sm' | 'md';
  children: ReactNode;
}

/** Scrolling to a section leaves it below the header of the app. */
const BELOW_HEADER = { scrollMarginTop: 72 };

/** Part of a page with its heading. */
export function Section(props: SectionProps) {
  const { title, about, actions, isCard = false, id, gap = 'sm', children } = props;
  const part = (
    <Stack gap={gap} style={BELOW_HEADER} {...(!isCard && { component: 'section', 'aria-label': title, id })}>
      <Group justify="space-between" align="flex-end" gap="sm">
        <div>
          <Heading>{title}</Heading>
          {about !== undefined && (
            <Text c="dimmed" component="div">
              {about}
            </Text>
          )}
        </div>
        {actions}
      </Group>
      {children}
    </Stack>
  );
  return isCard ? (
    <Card component="section" aria-label={title} id={id}>
      {part}
    </Card>
  ) : (
    part
  );
}

/** Placeholder for an empty list: why it is empty, and what to do. */
export function Empty({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <Paper withBorder p="xl" radius="md">
      <Stack gap={4} align="center">
        <Text size="md" fw={600}>
          {title}
        </Text>
        {children !== undefined && (
          <Text c="dimmed" ta="center" component="div">
            {children}
          </Text>
        )}
      </Stack>
    </Paper>
  );
}

interface PageOfProps<Data> extends Pick<PageProps, 'about' | 'actions'> {
  /** Query of what the page is about. */
  found: Query & { data: Data | undefined };
  /** Page in its place, where the server doesn't have it. */
  missing: ReactNode;
  /** Title until it is there. */
  before: string;
  title: (data: Data) => string;
  tab?: string;
  children: (data: Data) => ReactNode;
}

/** Page about one thing: a skeleton until it is there, and the error of the last attempt. */
export function PageOf<Data>({ found, missing, before, title, children, ...more }: PageOfProps<Data>) {
  if (isNotFound(found.error)) return missing;
  return (
    <Page title={found.data === undefined ? before : title(found.data)} {...more}>
      <Loaded of={found} height={320}>
        {children}
      </Loaded>
    </Page>
  );
}

interface PageMissingProps {
  /** Page to go to from here. */
  home: string;
  title?: string;
  action?: string;
  children?: ReactNode;
}

export const PageMissing = ({
  home,
  title = 'There is no such page',
  action = 'Go to the start page',
  children = 'The address may be mistyped, or the page has moved.',
}: PageMissingProps) => (
  <Page title={title}>
    <Text size="md">{children}</Text>
    <div>
      <ButtonTo variant="filled" to={home}>
        {action}
      </ButtonTo>
    </div>
  </Page>
);

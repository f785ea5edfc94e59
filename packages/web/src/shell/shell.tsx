import { AppShell, Burger, Group, NavLink, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useIsFetching } from '@tanstack/react-query';
import type { LucideIcon } from 'lucide-react';
import { useEffect, useRef, type ReactNode, type Ref } from 'react';
import { Link, Outlet, useLocation } from 'react-router';
import { ColorSchemeMenu } from './late-menus.js';

export interface Place {
  to: string;
  label: string;
  icon: LucideIcon;
  /** Matched as a whole, not as the beginning of others. */
  exact?: boolean;
}

interface ShellProps {
  home: string;
  /** Beside the name of the app: whose pages these are. */
  title: string;
  places: readonly (readonly Place[])[];
  /** At the right of the header. */
  corner: ReactNode;
  /** Above every page. */
  notice?: ReactNode;
}

/** Header, navigation and the place where pages come: at the side on a desk, in a drawer on a phone. */
export function Shell({ home, title, places, corner, notice }: ShellProps) {
  const [opened, { toggle, close }] = useDisclosure(false);
  const { pathname } = useLocation();
  const main = useRef<HTMLElement>(null);
  const first = useRef(true);
  useEffect(() => {
    close();
    // A reader of the screen hears the new page; the first one is read by itself.
    if (!first.current) main.current?.focus();
    first.current = false;
  }, [pathname, close]);
  return (
    <AppShell
      header={{ height: 56 }}
      navbar={{ width: 232, breakpoint: 'sm', collapsed: { mobile: !opened } }}
      padding={{ base: 'md', sm: 'xl' }}
    >
      <a className="skip-link" href="#main">
        Skip to the page
      </a>
      <AppShell.Header>
        <Group h="100%" px="md" justify="space-between" wrap="nowrap">
          <Group gap="sm" wrap="nowrap" miw={0}>
            <Burger
              opened={opened}
              onClick={toggle}
              hiddenFrom="sm"
              size="sm"
              aria-label={opened ? 'Close the menu' : 'Open the menu'}
              aria-expanded={opened}
            />
            <Text
              component={Link}
              to={home}
              fw={700}
              size="lg"
              c="inherit"
              style={{ whiteSpace: 'nowrap', textDecoration: 'none' }}
            >
              skiptrace
            </Text>
            <Text c="dimmed" size="sm" truncate>
              {title}
            </Text>
          </Group>
          <Group gap="xs" wrap="nowrap">
            {corner}
            <ColorSchemeMenu />
          </Group>
        </Group>
      </AppShell.Header>
      <AppShell.Navbar p="sm" aria-label="Pages" data-drawer={opened ? 'open' : 'closed'}>
        <AppShell.Section grow style={{ overflowY: 'auto' }}>
          {places.map((group, index) => (
            <div key={index} style={index === 0 ? undefined : { marginTop: 20 }}>
              {group.map(({ to, label, icon: Icon, exact = false }) => {
                const isHere = exact ? pathname === to : pathname === to || pathname.startsWith(`${to}/`);
                return (
                  <NavLink
                    key={to}
                    component={Link}
                    to={to}
                    label={label}
                    leftSection={<Icon size={18} aria-hidden />}
                    active={isHere}
                    aria-current={isHere ? 'page' : undefined}
                    style={{ borderRadius: 'var(--mantine-radius-md)' }}
                  />
                );
              })}
            </div>
          ))}
        </AppShell.Section>
      </AppShell.Navbar>
      <Main ref={main}>
        {notice}
        <Outlet />
      </Main>
    </AppShell>
  );
}

/** The page itself. `aria-busy` tells screen readers that something on it is still loading. */
function Main({ ref, children }: { ref: Ref<HTMLElement>; children: ReactNode }) {
  const isBusy = useIsFetching({ predicate: ({ state }) => state.data === undefined }) > 0;
  return (
    <AppShell.Main id="main" ref={ref} tabIndex={-1} aria-busy={isBusy}>
      <div style={{ maxWidth: 1120, marginInline: 'auto' }}>{children}</div>
    </AppShell.Main>
  );
}

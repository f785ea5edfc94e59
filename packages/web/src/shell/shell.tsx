import { AppShell, Box, Burger, Group, NavLink, Text, Skeleton } from '@mantine/core';
import { useMediaQuery, useWindowEvent } from '@mantine/hooks';
import { useIsFetching, useQueryClient } from '@tanstack/react-query';
import type { LucideIcon } from 'lucide-react';
import { useEffect, useEffectEvent, useRef, useState, type ReactNode, type Ref } from 'react';
import { Link, Outlet, useLocation, useNavigationType, Navigate } from 'react-router';
import { Problem, sentenceOf } from '../api/problem.js';
import { brand } from '../parts/page.js';
import { Page } from '../parts/page.js';
import { ProblemNote, QueryProblem, type Query } from '../parts/text.js';
import { UPLOAD_IS_SAFE } from '../session/sessions.js';
import { useSignOut, useSignOutOfOtherTabs, type Home } from '../session/sign-out.js';
import { ColorSchemeMenu, ConnectionNote, SessionMenu } from './late-parts.js';

export interface Place {
  to: string;
  label: string;
  icon: LucideIcon;
  /** Marks the link as current only for the exact path, not for paths below it. */
  exact?: boolean;
  /** Shown at the right of the label, such as a count. */
  badge?: ReactNode;
  /** Document on the server, not a page of the app. */
  isDocument?: boolean;
}

interface ShellProps {
  home: Home;
  /** Shown beside the app's name: the account or "Operator". */
  title: string;
  places: readonly (readonly Place[])[];
  /** Shown in the header of every page. */
  badge?: ReactNode;
  /** Name of the signed-in account or operator; undefined until it is known. */
  name?: string;
  /** Shown instead of the page. */
  children?: ReactNode;
}

/** Below this width the navigation is a drawer: Mantine's breakpoint sm, as in base.css. */
const PHONE = '(width < 48em)';

/** Header, navigation and the page. The navigation is at the side on desktops, in a drawer on phones. */
function Shell({ home, title, places, badge, name, children }: ShellProps) {
  const signOut = useSignOut(home);
  useSignOutOfOtherTabs(home);
  const { pathname, hash } = useLocation();
  const mark = home === '/app' ? brand() : 'skiptrace';
  const navigation = useNavigationType();
  // Path the drawer was opened on, so choosing a page in it closes it.
  const [openedOn, setOpenedOn] = useState<string | null>(null);
  const opened = openedOn === pathname;
  const isPhone = useMediaQuery(PHONE);
  const burger = useRef<HTMLButtonElement>(null);
  const main = useRef<HTMLElement>(null);
  const first = useRef(true);
  // Read when the path changes, so that a new filter or part of the same page moves nothing.
  const opensAtTop = useEffectEvent(() => navigation !== 'POP' && hash === '');
  useEffect(() => {
    // Makes screen readers announce the new page; they read the first page by themselves.
    if (!first.current) main.current?.focus({ preventScroll: true });
    // Browsers keep the place of the page before; on the way back they restore it.
    if (!first.current && opensAtTop()) window.scrollTo(0, 0);
    first.current = false;
  }, [pathname]);
  useFocusKept();
  const close = () => {
    setOpenedOn(null);
    burger.current?.focus();
  };
  useWindowEvent('keydown', ({ key }) => {
    if (opened && key === 'Escape') close();
  });
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
              ref={burger}
              opened={opened}
              onClick={() => setOpenedOn(opened ? null : pathname)}
              hiddenFrom="sm"
              size="sm"
              aria-label={opened ? 'Close the menu' : 'Open the menu'}
              aria-expanded={opened}
            />
            <Link to={home} className="mark" aria-label={mark}>
              <img src={`${import.meta.env.BASE_URL}favicon.svg`} alt="" width={24} height={24} />{' '}
              {/* A phone has room for one name: the account's, because it is the one that pays. */}
              <Box component="span" visibleFrom="xs">
                {mark}
              </Box>
            </Link>
            <Text c="dimmed" truncate>
              {title}
            </Text>
          </Group>
          <Group gap="xs" wrap="nowrap">
            {badge}
            {name === undefined ? <Box w={34} /> : <SessionMenu home={home} name={name} signOut={signOut} />}
            <ColorSchemeMenu />
          </Group>
        </Group>
      </AppShell.Header>
      <AppShell.Navbar p="sm" aria-label="Pages" data-drawer={opened ? 'open' : 'closed'}>
        <AppShell.Section grow style={{ overflowY: 'auto' }}>
          {places.map((group, index) => (
            <div key={index} style={index === 0 ? undefined : { marginTop: 20 }}>
              {group.map(({ to, label, icon: Icon, badge: waiting, exact = false, isDocument = false }) => {
                const isHere = exact ? pathname === to : pathname === to || pathname.startsWith(`${to}/`);
                return (
                  <NavLink
                    key={to}
                    component={Link}
                    to={to}
                    reloadDocument={isDocument}
                    onClick={() => opened && isHere && close()}
                    label={label}
                    leftSection={<Icon />}
                    rightSection={waiting}
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
      <Main ref={main} inert={opened && isPhone}>
        <ConnectionNote />
        {signOut.isError && (
          <Box mb="md">
            <ProblemNote error={signOut.error} retry={() => signOut.mutate(signOut.variables)} />
          </Box>
        )}
        {children ?? <Outlet />}
      </Main>
    </AppShell>
  );
}

/** The page itself. `aria-busy` tells screen readers that something on it is still loading. */
function Main({ ref, inert, children }: { ref: Ref<HTMLElement>; inert: boolean; children: ReactNode }) {
  const isBusy = useIsFetching({ predicate: ({ state }) => state.data === undefined }) > 0;
  return (
    <AppShell.Main id="main" ref={ref} tabIndex={-1} aria-busy={isBusy} inert={inert}>
      <div style={{ maxWidth: 1120, marginInline: 'auto' }}>{children}</div>
    </AppShell.Main>
  );
}

interface SessionShellProps<Session> extends Pick<ShellProps, 'home' | 'places'> {
  /** Query of the session. */
  session: Query & { data: Session | undefined };
  children: (session: Session) => Omit<ShellProps, 'home' | 'places'>;
}

/**
 * Frame of the pages of a session. Without one it redirects to the sign-in page, which returns here afterwards. The frame of a
 * session that is still loading appears with a delay, so a quick response comes before it is seen.
 */
export function SessionShell<Session>({ home, places, session, children }: SessionShellProps<Session>) {
  const { data, error } = session;
  if (error instanceof Problem && error.status === 401) return <ToSignIn home={home} error={error} />;
  if (data !== undefined) return <Shell home={home} places={places} {...children(data)} />;
  return (
    <div className={session.isError ? undefined : 'seen-late'}>
      <Shell home={home} title="" places={places}>
        {session.isError ? (
          <Page title="This page could not be loaded">
            <QueryProblem of={session} />
          </Page>
        ) : (
          <Skeleton h={240} radius="md" />
        )}
      </Shell>
    </div>
  );
}

interface ToSignInProps {
  home: Home;
  /** The server's error: the session ended, the account is suspended, the key was revoked. */
  error: unknown;
}

/** Redirects to the sign-in page, which shows the reason and returns to this page afterwards. */
function ToSignIn({ home, error }: ToSignInProps) {
  const { pathname, search } = useLocation();
  const next = encodeURIComponent(pathname + search);
  const isUploading = useQueryClient().getQueryData(UPLOAD_IS_SAFE) === true;
  const why = isUploading
    ? 'Your session ended. Your upload is safe; sign in to finish it.'
    : sentenceOf(error);
  return <Navigate to={`${home}/sign-in?next=${next}`} state={{ why }} replace />;
}

/** Delay for dialogs and menus, which restore the focus themselves shortly after closing. */
const GRACE_MS = 50;
const PLACES = 'main, [role=dialog]';
const FOCUSABLE = 'a[href], button:enabled, input, select, textarea, [tabindex]';

/**
 * Browsers drop the focus when the focused element is removed, such as the button of a key that was just revoked. This moves the
 * focus to the element's place, so that people with a keyboard or screen reader don't restart at the top of the document.
 */
function useFocusKept() {
  useEffect(() => {
    // Last focused element with its ancestors; and the last one outside of dialogs, because the button that opened a dialog may
    // be gone when the dialog closes.
    let last: readonly Element[] = [];
    let lastOnPage: readonly Element[] = [];
    let timer: ReturnType<typeof setTimeout> | undefined;
    const isLost = () => document.activeElement === document.body && last[0]?.isConnected === false;
    const note = ({ target }: FocusEvent) => {
      if (!(target instanceof Element)) return;
      last = withAncestors(target);
      if (target.closest('main') !== null) lastOnPage = last;
    };
    const mend = () => {
      timer = undefined;
      if (!isLost()) return;
      const trail = [...last, ...lastOnPage];
      focusOn(trail.find((at) => at.isConnected && at.closest(PLACES) !== null));
    };
    const watched = new MutationObserver(() => {
      if (isLost()) timer ??= setTimeout(mend, GRACE_MS);
    });
    watched.observe(document.body, { childList: true, subtree: true });
    document.addEventListener('focusin', note);
    return () => {
      clearTimeout(timer);
      watched.disconnect();
      document.removeEventListener('focusin', note);
    };
  }, []);
}

/** Innermost first. */
function withAncestors(element: Element): Element[] {
  const { parentElement } = element;
  return parentElement === null ? [element] : [element, ...withAncestors(parentElement)];
}

function focusOn(place: Element | undefined) {
  if (!(place instanceof HTMLElement)) return;
  if (!place.matches(FOCUSABLE)) {
    place.tabIndex = -1;
    place.addEventListener('blur', () => place.removeAttribute('tabindex'), { once: true });
  }
  place.focus({ preventScroll: true });
}

import { Button, Container, Stack, Text, Title, Center, Loader } from '@mantine/core';
import { useEffect, type ComponentType } from 'react';
import { createBrowserRouter, Navigate, useParams, useRouteError, type RouteObject } from 'react-router';
import { PAGES } from './pages.js';
import { PageMissing } from './parts/page.js';

const pageAt = (path: string): Pick<RouteObject, 'lazy'> => ({
  lazy: async () => ({ Component: ofItsParameters((await PAGES[path]?.())?.default) }),
});

/** Remounts the page when its URL parameters change, so no input or state of one account or job carries over to another. */
function ofItsParameters(Page: ComponentType = () => null): ComponentType {
  return function OfItsParameters() {
    return <Page key={JSON.stringify(useParams())} />;
  };
}

/** The pages of customers or of operators in their shell, a chunk of its own: a customer never loads the operator's. */
const inShell = (home: '/app' | '/operator', shell: () => Promise<ComponentType>): RouteObject => ({
  path: home,
  lazy: async () => ({ Component: await shell() }),
  children: [
    {
      errorElement: <PageFailed />,
      children: [
        { index: true, ...pageAt(home) },
        ...PATHS.filter((path) => !isOpen(path) && path.startsWith(`${home}/`)).map((path) => ({
          path,
          ...pageAt(path),
        })),
        { path: '*', element: <PageMissing home={home} /> },
      ],
    },
  ],
});

const PATHS = Object.keys(PAGES);
/** Pages before a sign-in. */
const isOpen = (path: string): boolean => path.endsWith('/sign-in') || path.startsWith('/opt-out');

/** Every path of the app; the server answers all of them with the same document. */
const routes = (): RouteObject[] => [
  {
    errorElement: <PageFailed />,
    hydrateFallbackElement: <PageLoading />,
    children: [
      ...PATHS.filter(isOpen).map((path) => ({ path, ...pageAt(path) })),
      inShell('/app', async () => (await import('./shell/customer-shell.js')).CustomerShell),
      inShell('/operator', async () => (await import('./shell/operator-shell.js')).OperatorShell),
      { path: '*', element: <Navigate to="/app" replace /> },
    ],
  },
];

export const newRouter = () => createBrowserRouter(routes());

/** Shown when a page can't be loaded or rendered: after a server update, a dropped connection, or because of a bug. */
function PageFailed() {
  const isUnloaded = isOfLoading(useRouteError());
  useEffect(() => {
    if (!isUnloaded) return;
    const reload = () => window.location.reload();
    addEventListener('online', reload);
    return () => removeEventListener('online', reload);
  }, [isUnloaded]);
  return (
    <Container size="xs" py="xl" role="alert">
      <Stack>
        <Title order={1} size="h3">
          {isUnloaded ? 'The server did not answer' : 'This page could not be shown'}
        </Title>
        <Text size="md">
          {isUnloaded
            ? 'The page could not be loaded. Nothing was sent or charged by opening it. Try again in a moment.'
            : 'Something on it went wrong. If you have just sent or approved something, look whether it arrived before you do it again.'}
        </Text>
        <Button onClick={() => window.location.reload()}>Reload</Button>
      </Stack>
    </Container>
  );
}

/** Whether a page's code didn't arrive, in the words of Chromium, Firefox and Safari. */
const isOfLoading = (error: unknown): boolean =>
  error instanceof TypeError && /import(?:ed|ing)/i.test(error.message);

/** Shown while the app's first chunks load. */
function PageLoading() {
  return (
    <Center h="100dvh" className="seen-late">
      <Loader aria-label="Loading" />
    </Center>
  );
}

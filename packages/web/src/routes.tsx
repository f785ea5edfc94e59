import { createBrowserRouter, Navigate, useParams, useRouteError, type RouteObject } from 'react-router';
import { useEffect, type ComponentType } from 'react';
import { PageMissing } from './parts/page.js';
import { Button, Container, Stack, Text, Title, Center, Loader } from '@mantine/core';

/** Splits each page into its own chunk, loaded when the page is first opened. */
const page = (load: () => Promise<{ default: ComponentType }>): Pick<RouteObject, 'lazy'> => ({
  lazy: async () => ({ Component: ofItsParameters((await load()).default) }),
});

/** Remounts the page when its URL parameters change, so no input or state of one account or job carries over to another. */
function ofItsParameters(Page: ComponentType): ComponentType {
  return function OfItsParameters() {
    return <Page key={JSON.stringify(useParams())} />;
  };
}

/** The shells are chunks of their own, too: a customer never loads the operator's. */
const customerShell: Pick<RouteObject, 'lazy'> = {
  lazy: async () => ({ Component: (await import('./shell/customer-shell.js')).CustomerShell }),
};
const operatorShell: Pick<RouteObject, 'lazy'> = {
  lazy: async () => ({ Component: (await import('./shell/operator-shell.js')).OperatorShell }),
};

/** Every path of the app; the server answers all of them with the same document. */
const routes: RouteObject[] = [
  {
    errorElement: <PageFailed />,
    hydrateFallbackElement: <PageLoading />,
    children: [
      { path: '/app/sign-in', ...page(() => import('./pages/sign-in/index.js')) },
      {
        path: '/app',
        ...customerShell,
        children: [
          {
            errorElement: <PageFailed />,
            children: [
              { index: true, ...page(() => import('./pages/overview/index.js')) },
              { path: 'upload', ...page(() => import('./pages/upload/index.js')) },
              { path: 'lookup', ...page(() => import('./pages/lookup/index.js')) },
              { path: 'jobs', ...page(() => import('./pages/jobs/index.js')) },
              { path: 'jobs/:jobId', ...page(() => import('./pages/job/index.js')) },
              { path: 'jobs/:jobId/receipt', ...page(() => import('./pages/receipt/index.js')) },
              { path: 'keys', ...page(() => import('./pages/keys/index.js')) },
              { path: 'billing', ...page(() => import('./pages/billing/index.js')) },
              { path: 'account', ...page(() => import('./pages/account/index.js')) },
              { path: 'support', ...page(() => import('./pages/support/index.js')) },
              { path: 'terms', ...page(() => import('./pages/terms/index.js')) },
              { path: '*', element: <PageMissing home="/app" /> },
            ],
          },
        ],
      },
      // For people who aren't customers; both paths open the same page.
      { path: '/opt-out/*', ...page(() => import('./pages/opt-out/index.js')) },
      { path: '/operator/sign-in', ...page(() => import('./pages/operator-sign-in/index.js')) },
      {
        path: '/operator',
        ...operatorShell,
        children: [
          {
            errorElement: <PageFailed />,
            children: [
              { index: true, ...page(() => import('./pages/operator-health/index.js')) },
              { path: 'accounts', ...page(() => import('./pages/operator-accounts/index.js')) },
              { path: 'accounts/:accountId', ...page(() => import('./pages/operator-account/index.js')) },
              { path: 'jobs', ...page(() => import('./pages/operator-jobs/index.js')) },
              { path: 'jobs/:jobId', ...page(() => import('./pages/operator-job/index.js')) },
              { path: 'owners', ...page(() => import('./pages/operator-owners/index.js')) },
              { path: 'owners/import', ...page(() => import('./pages/operator-import/index.js')) },
              { path: 'owners/imports', ...page(() => import('./pages/operator-owner-imports/index.js')) },
              {
                path: 'owners/imports/:importId',
                ...page(() => import('./pages/operator-owner-import/index.js')),
              },
              { path: 'owners/explain', ...page(() => import('./pages/operator-explain/index.js')) },
              { path: 'support', ...page(() => import('./pages/operator-support/index.js')) },
              { path: 'support/:messageId', ...page(() => import('./pages/operator-message/index.js')) },
              { path: 'events', ...page(() => import('./pages/operator-events/index.js')) },
              { path: 'requests', ...page(() => import('./pages/operator-requests/index.js')) },
              { path: 'requests/:requestId', ...page(() => import('./pages/operator-request/index.js')) },
              { path: 'person', ...page(() => import('./pages/operator-person/index.js')) },
              { path: 'disclosures', ...page(() => import('./pages/operator-disclosures/index.js')) },
              { path: 'suppressions', ...page(() => import('./pages/operator-suppressions/index.js')) },
              { path: 'dnc', ...page(() => import('./pages/operator-dnc/index.js')) },
              { path: 'drop', ...page(() => import('./pages/operator-drop/index.js')) },
              { path: '*', element: <PageMissing home="/operator" /> },
            ],
          },
        ],
      },
      { path: '*', element: <Navigate to="/app" replace /> },
    ],
  },
];

export const newRouter = () => createBrowserRouter(routes);

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

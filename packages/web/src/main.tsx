import './components.css';
import './base.css';
import { localStorageColorSchemeManager, MantineProvider } from '@mantine/core';
import { QueryClientProvider, QueryClient } from '@tanstack/react-query';
import { LucideProvider } from 'lucide-react';
import { useState } from 'react';
import { createRoot } from 'react-dom/client';
import { RouterProvider } from 'react-router/dom';
import { Problem } from './api/problem.js';
import { Toast } from './parts/toast.js';
import { newRouter } from './routes.js';
import { cssVariables, theme } from './theme.js';

const MAX_TRIES = 4;
const MAX_PAUSE_MS = 10_000;

/** Retries reads while the fault may be temporary; never retries a change: only the person sends it again. */
const newQueryClient = (): QueryClient =>
  new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 5_000,
        // A browser without a network still reaches a server on its own machine; by default its reads would wait in silence.
        networkMode: 'always',
        retry: (failures, error) =>
          failures + 1 < MAX_TRIES && (!(error instanceof Problem) || error.isPassing),
        retryDelay: (failures, error) =>
          error instanceof Problem && error.retryAfterSeconds !== null
            ? Math.min(MAX_PAUSE_MS, error.retryAfterSeconds * 1_000)
            : Math.min(MAX_PAUSE_MS, 500 * 2 ** failures),
      },
      mutations: { retry: false, networkMode: 'always' },
    },
  });

/** The same key as in color-scheme.js, which runs before the first paint. */
const colorSchemes = localStorageColorSchemeManager({ key: 'skiptrace-color-scheme' });

/** Nonce for styles created at run time; without it, the content security policy blocks them. */
const styleNonce = () => document.querySelector<HTMLMetaElement>('meta[name="style-nonce"]')?.content ?? '';

// react-remove-scroll (in the dialogs of Mantine) injects a style element and reads the nonce of the CSP from here.
Object.assign(globalThis, { __webpack_nonce__: styleNonce() });

function App() {
  const [queries] = useState(newAppQueries);
  const [router] = useState(newRouter);
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariables}
      defaultColorScheme="auto"
      colorSchemeManager={colorSchemes}
      getStyleNonce={styleNonce}
    >
      <LucideProvider size={18}>
        <QueryClientProvider client={queries}>
          <RouterProvider router={router} />
          <Toast />
        </QueryClientProvider>
      </LucideProvider>
    </MantineProvider>
  );
}

/** Any query refused with 401 makes the session queries run again, so the shell asks the person to sign in. */
function newAppQueries() {
  const queries = newQueryClient();
  const onError = (error: unknown, meta?: Record<string, unknown>) => {
    if (!(error instanceof Problem) || error.status !== 401 || isOfSession(meta)) return;
    void queries.invalidateQueries({ predicate: (query) => isOfSession(query.meta) });
  };
  queries.getQueryCache().config.onError = (error, query) => onError(error, query.meta);
  queries.getMutationCache().config.onError = (error) => onError(error);
  return queries;
}

const isOfSession = (meta?: Record<string, unknown>): boolean => meta?.['isSession'] === true;

const root = document.getElementById('root');
if (root === null) throw new Error('index.html has no #root');
createRoot(root).render(<App />);

import { localStorageColorSchemeManager, MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { useState } from 'react';
import { RouterProvider } from 'react-router/dom';
import { Problem } from './api/problem.js';
import { newQueryClient } from './api/queries.js';
import { newRouter } from './routes.js';
import { cssVariables, theme } from './theme.js';

/** The same key as in color-scheme.js, which runs before the first paint. */
const colorSchemes = localStorageColorSchemeManager({ key: 'skiptrace-color-scheme' });

/** Styles that are made while the page runs carry it, or the content security policy refuses them. */
const styleNonce = () => document.querySelector<HTMLMetaElement>('meta[name="style-nonce"]')?.content ?? '';

// The library that keeps the page behind a dialog still makes its own style element, and looks for the nonce here.
Object.assign(globalThis, { __webpack_nonce__: styleNonce() });

export function App() {
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
      <QueryClientProvider client={queries}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </MantineProvider>
  );
}

/** A session that ended is noticed by whichever request comes first; the frame of the pages then asks to sign in. */
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

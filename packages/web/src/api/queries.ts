import { QueryClient } from '@tanstack/react-query';
import { Problem } from './problem.js';

const MAX_TRIES = 4;
const MAX_PAUSE_MS = 10_000;

/** Reads are asked again while the fault may pass; what changes something is sent by the person alone. */
export const newQueryClient = (): QueryClient =>
  new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 5_000,
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

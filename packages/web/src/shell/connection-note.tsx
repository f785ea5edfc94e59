import { Alert } from '@mantine/core';
import { useNetwork } from '@mantine/hooks';
import { notifyManager, type QueryClient, useQueryClient } from '@tanstack/react-query';
import { WifiOff } from 'lucide-react';
import { useCallback, useSyncExternalStore } from 'react';
import { Problem } from '../api/problem.js';

const WORDS: Readonly<Record<RetryReason | 'offline', string>> = {
  offline: 'You’re offline. We’ll reconnect automatically.',
  unanswered: 'The server does not answer. Trying again…',
  busy: 'The server is busy. Trying again…',
};

/** Says that the connection is down, or that requests are sent again. The page stays as it is, and goes on by itself. */
export default function ConnectionNote() {
  const { online } = useNetwork();
  const retryReason = useRetryReason();
  const reason = online ? retryReason : 'offline';
  return (
    <div role="status" className="connection-note">
      {reason !== null && (
        <Alert color="yellow" icon={<WifiOff />} mb="md">
          {WORDS[reason]}
        </Alert>
      )}
    </div>
  );
}

/** Why requests are sent again: no answer came, or the server answered that it can't do it now. */
type RetryReason = 'unanswered' | 'busy';

/** Gateways answer these when the server behind them is away. */
const OF_GATEWAY = new Set([502, 504]);

/** Why queries or mutations that are still running failed before; null if no running one has failed. */
export function retryReasonOf(queries: QueryClient): RetryReason | null {
  const reasons = [
    ...queries
      .getQueryCache()
      .getAll()
      .flatMap(({ state }) => (state.fetchStatus === 'idle' ? [] : [state.fetchFailureReason])),
    ...queries
      .getMutationCache()
      .getAll()
      .flatMap(({ state }) => (state.status === 'pending' ? [state.failureReason] : [])),
  ].filter((reason) => reason instanceof Problem);
  if (reasons.length === 0) return null;
  return reasons.some(({ status }) => status === null || OF_GATEWAY.has(status)) ? 'unanswered' : 'busy';
}

/** `retryReasonOf` for this page, kept up to date. */
function useRetryReason(): RetryReason | null {
  const queries = useQueryClient();
  const subscribe = useCallback(
    (changed: () => void) => {
      // Caches also change while React renders, when a component must not be told.
      const later = notifyManager.batchCalls(changed);
      const unsubscribes = [
        queries.getQueryCache().subscribe(later),
        queries.getMutationCache().subscribe(later),
      ];
      return () => unsubscribes.forEach((unsubscribe) => unsubscribe());
    },
    [queries],
  );
  return useSyncExternalStore(subscribe, () => retryReasonOf(queries));
}

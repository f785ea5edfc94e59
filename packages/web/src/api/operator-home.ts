import { queryOptions } from '@tanstack/react-query';
import type { AppSchemas } from '@skiptrace/contract/app';
import { bodyOf, own } from './clients.js';

export type OperatorHome = AppSchemas['OperatorHome'];

const ASK_EVERY_MS = 30_000;

/** Open work of operators, and the money of the day. The menu shows its unread messages. */
export const homeQuery = queryOptions({
  queryKey: ['operator', 'home'],
  queryFn: () => bodyOf(own.GET('/operator/api/home')),
  refetchInterval: ASK_EVERY_MS,
  staleTime: 0,
});

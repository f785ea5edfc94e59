import type { AppSchemas } from '@skiptrace/contract/app';
import { queryOptions } from '@tanstack/react-query';
import { query } from './clients.js';

export type OperatorHome = AppSchemas['OperatorHome'];

/** Open work of operators, and the money of the day. The menu shows its unread messages. */
export const homeQuery = queryOptions({
  ...query('/operator/api/home'),
  refetchInterval: 30_000,
  staleTime: 0,
});

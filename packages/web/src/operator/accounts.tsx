import { Badge } from '@mantine/core';
import type { AppSchemas } from '@skiptrace/contract/app';
import { query } from '../api/clients.js';
import { Problem } from '../api/problem.js';

export type OperatorAccount = AppSchemas['OperatorAccount'];

/** Limits of one top-up or adjustment in dollars, as in app.yaml and the command line. */
export const DOLLARS_AT_ONCE = { min: 0, max: 100_000_000, decimals: 2, prefix: '$' } as const;

/** Whether another account has the same name; sending the request again confirms it. */
export const isSameName = (error: unknown): boolean => error instanceof Problem && error.code === 'same_name';

/** Everything that shows an account; the job list has its name. */
export const OF_ACCOUNTS = ['/operator/api/accounts', '/operator/api/jobs'];

export const operatorAccountQuery = (accountId: string) =>
  query('/operator/api/accounts/{accountId}', { params: { path: { accountId } } });

const SHOWN = {
  active: ['green', 'Active'],
  suspended: ['red', 'Suspended'],
  closed: ['gray', 'Closed'],
} as const;

export function AccountBadge({ status }: Pick<OperatorAccount, 'status'>) {
  const [color, text] = SHOWN[status];
  return <Badge color={color}>{text}</Badge>;
}

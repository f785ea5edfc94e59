import type { Account, SkipTrace } from '@skiptrace/sdk';

/**
 * Whether the service takes the key, and whose it is. A service that doesn't offer account details is asked for its jobs
 * instead, which is free too; then there's no account to show.
 */
export async function whoIs(client: SkipTrace, signal: AbortSignal): Promise<Account | undefined> {
  try {
    return await client.account({ signal });
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'not_offered')) throw error;
    await client.jobs.list({ signal });
    return undefined;
  }
}

import type { Account, SkipTrace } from '@skiptrace/sdk';

/**
 * The account of the client's key. Undefined if the service accepts the key but has no operation that shows
 * accounts; the key is then tested by listing the jobs. Both are free.
 *
 * @throws SkipTraceError if the service refuses the key or cannot be reached
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

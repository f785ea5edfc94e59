import type { SkipTrace } from '@skiptrace/sdk';
import type { Context } from '../../context.js';
import { Failure } from '../../failures/failure.js';
import { plain } from '../../terminal/text.js';
import type { CommandInput } from '../../input.js';

const WHOLE = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;
const SHORTEST = 4;

/** The job that the user names by its ID or a unique prefix of it. After this, every error names the job. */
export async function openJob(
  input: CommandInput,
  context: Context,
): Promise<{ id: string; client: SkipTrace }> {
  const { receipt } = context;
  const given = checkJobId(input.argument(0));
  const client = await context.client();
  const id = WHOLE.test(given) ? given : await longId(given, client, context);
  receipt.job(id);
  return { id, client };
}

/** Checks the ID before any request: it becomes part of a URL's path, where `..` would mean something else. */
function checkJobId(given: string): string {
  if (/^[\w-]+$/.test(given) && given.length >= SHORTEST) return given;
  throw new Failure(
    'usage',
    `"${given}" isn't a job ID. Give the ID or its first ${SHORTEST} characters or more.`,
    { next: 'skiptrace jobs list' },
  );
}

async function longId(start: string, client: SkipTrace, { signal, receipt }: Context): Promise<string> {
  const jobs = await client.jobs.list({ signal });
  const lower = start.toLowerCase();
  const found = jobs.filter(({ id }) => id.toLowerCase().startsWith(lower));
  const exact = found.find(({ id }) => id === start);
  const [only, ...others] = exact ? [exact] : found;
  if (!only) {
    throw new Failure('unknown_job', `You have no recent job with an ID that starts with ${start}.`, {
      hint: 'Jobs older than the 50 most recent need the whole ID.',
      next: receipt.suggest('jobs', 'list'),
    });
  }
  if (others.length > 0) {
    throw new Failure('usage', `${found.length} jobs have an ID that starts with ${start}:`, {
      details: found.map(({ id, status, filename }) => plain(`${id}  ${status}  ${filename}`)),
      hint: 'Add characters until only one job fits.',
    });
  }
  return only.id;
}

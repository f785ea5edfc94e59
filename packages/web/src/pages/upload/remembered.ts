// What was decided about the columns of a list stands again for the next list with the same ones: the server keeps it for the account.
import type { AppSchemas } from '@skiptrace/contract/app';
import type { QueryClient } from '@tanstack/react-query';
import { bodyOf, own } from '../../api/clients.js';
import type { UploadRecord } from '../../lead-file/records.js';
import { NOTHING_DECIDED, type Decisions, type Look } from '../../lead-file/report.js';
import { hasDecided } from './address-kind.js';
import { lookQuery } from './queries.js';

/** The list opens without its choices where the server takes longer to tell. */
const PATIENCE_MS = 2_000;

/** What was decided for these columns before; null where nothing was, or it can't be known now. */
export async function rememberedFor(look: Look): Promise<Decisions | null> {
  const headers = await digestOf(look);
  if (headers === null) return null;
  const { choices } = await bodyOf(
    own.GET('/app/api/column-choices/{headers}', {
      params: { path: { headers } },
      signal: AbortSignal.timeout(PATIENCE_MS),
    }),
  );
  return choices === null ? null : { ...NOTHING_DECIDED, ...choices };
}

/** Remembers what was decided about a list that is being uploaded, or that it was undone. */
export async function remember(queries: QueryClient, record: UploadRecord): Promise<void> {
  const { id, decisions, isRemembered = false } = record;
  const { noHeader, ...choices } = decisions;
  if (noHeader || (!hasDecided(decisions) && !isRemembered)) return;
  const headers = await digestOf(
    await queries.query({ ...lookQuery(id, NOTHING_DECIDED), staleTime: 'static' }),
  );
  if (headers === null) return;
  const body: { choices: AppSchemas['ColumnChoices'] | null } = {
    choices: hasDecided(decisions) ? choices : null,
  };
  await bodyOf(own.PUT('/app/api/column-choices/{headers}', { params: { path: { headers } }, body }));
}

/** Names a list by its columns alone; null where they have no names, so that nothing of a row is told. */
async function digestOf({ shape, columns }: Look): Promise<string | null> {
  if (shape !== 'table' && shape !== 'below-title') return null;
  const names = new TextEncoder().encode(JSON.stringify(columns.map(({ name }) => name)));
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', names));
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

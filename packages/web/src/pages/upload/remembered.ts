// Decisions about the columns of a list, saved on the server for the account and applied to the next list with the same columns.
import type { AppSchemas } from '@skiptrace/contract/app';
import type { QueryClient } from '@tanstack/react-query';
import { bodyOf, own } from '../../api/clients.js';
import type { UploadRecord } from '../../lead-file/records.js';
import { NOTHING_DECIDED, type Decisions, type Look } from '../../lead-file/report.js';
import { hasDecided } from './address-kind.js';
import { lookQuery } from './queries.js';

/** Timeout: after it, the list opens without remembered decisions. */
const PATIENCE_MS = 2_000;

/** Earlier decisions for these columns; null without earlier decisions, or if they can't be loaded now. */
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

/** Saves the decisions about a list that is being uploaded, or deletes them if they were undone. */
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

/** Digest of the column names; null for a list without a header, so that no row data is sent. */
async function digestOf({ shape, columns }: Look): Promise<string | null> {
  if (shape !== 'table' && shape !== 'below-title') return null;
  const names = new TextEncoder().encode(JSON.stringify(columns.map(({ name }) => name)));
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', names));
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

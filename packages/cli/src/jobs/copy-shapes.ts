import path from 'node:path';
import { isRecord } from '../is-record.js';
import type { Host } from '../host.js';
import type { HelperShape } from '@skiptrace/csv/leads';
import { stateDirectory } from '../settings/paths.js';
import { readJson, writeJson } from '../settings/private-file.js';
import { forgetOld } from '../settings/tidy.js';

/** How the copy that was sent for a job differs from the lead file. */
export interface CopyShape extends HelperShape {
  /** Whether rows that repeat an address were left out. */
  readonly dedupe: boolean;
}

/** Kept so that `jobs download` can undo what can be undone without the lead file. */
export async function keepCopyShape(host: Host, jobId: string, shape: CopyShape): Promise<void> {
  const file = fileOf(host, jobId);
  await writeJson(file, shape);
  await forgetOld(path.dirname(file), jobId, host);
}

export async function copyShapeOf(host: Host, jobId: string): Promise<CopyShape | undefined> {
  const shape = await readJson(fileOf(host, jobId));
  if (!isRecord(shape)) return undefined;
  const { count, delimiter, dedupe } = shape;
  if (typeof count !== 'number' || typeof delimiter !== 'string') return undefined;
  return { count, delimiter, dedupe: dedupe === true };
}

/** Ids are UUIDs; anything else must not become a path. */
function fileOf(host: Host, jobId: string): string {
  return path.join(stateDirectory(host), 'jobs', `${jobId.replace(/[^\w-]/g, '_')}.json`);
}

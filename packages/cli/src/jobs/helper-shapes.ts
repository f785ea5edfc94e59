import path from 'node:path';
import { isRecord } from '../credentials/profiles.js';
import type { Host } from '../host.js';
import type { HelperShape } from '../leads/cut.js';
import { stateDirectory } from '../settings/paths.js';
import { readJson, writeJson } from '../settings/private-file.js';

/** Remembers which helper columns a job was given, so that `jobs download` cuts them off as `upload` would have. */
export async function keepHelperShape(host: Host, jobId: string, shape: HelperShape): Promise<void> {
  await writeJson(fileOf(host, jobId), shape);
}

export async function helperShapeOf(host: Host, jobId: string): Promise<HelperShape | undefined> {
  const shape = await readJson(fileOf(host, jobId));
  if (!isRecord(shape)) return undefined;
  const { count, delimiter } = shape;
  return typeof count === 'number' && typeof delimiter === 'string' ? { count, delimiter } : undefined;
}

/** Ids are UUIDs; anything else must not become a path. */
function fileOf(host: Host, jobId: string): string {
  return path.join(stateDirectory(host), 'jobs', `${jobId.replace(/[^\w-]/g, '_')}.json`);
}

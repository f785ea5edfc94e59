import { lazy } from 'react';
import { reader } from '../../lead-file/reader.js';

// Only the file picker loads at once; the rest loads while the person picks a file.
const columns = () => import('./columns.js');
const check = () => import('./check.js');
const send = () => import('./send.js');
const follow = () => import('./follow.js');
const unfinished = () => import('./unfinished.js');

export const Columns = lazy(async () => ({ default: (await columns()).Columns }));
export const Check = lazy(async () => ({ default: (await check()).Check }));
export const Send = lazy(async () => ({ default: (await send()).Send }));
export const Unfinished = lazy(async () => ({ default: (await unfinished()).Unfinished }));
export const Follow = lazy(async () => ({ default: (await follow()).Follow }));

/** Loads the code of the later steps early, so that an upload can continue while the server is down. */
export function loadLaterSteps(): void {
  reader.start();
  for (const load of [columns, check, send, follow]) load().catch(() => undefined);
}

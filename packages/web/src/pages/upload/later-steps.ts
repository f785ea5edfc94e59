import { lazy } from 'react';

// A place for the file is all that the page needs to be there; the rest is loaded while a person looks for their file.
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

/** So that a server that dies meanwhile does not keep them. */
export function loadLaterSteps(): void {
  for (const load of [columns, check, send, follow]) load().catch(() => undefined);
}

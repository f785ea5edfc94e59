import type { AppSchemas } from '@skiptrace/contract/app';
import { query } from '../api/clients.js';

export type OwnerSource = AppSchemas['OwnerSources']['sources'][number];

export const PRIORITY = { min: -1_000_000, max: 1_000_000 } as const;

export const sourcesQuery = query('/operator/api/owners/sources');

/** Paths with answers that a correction changes. */
export const OF_CORRECTIONS = ['/operator/api/owners/corrections'];

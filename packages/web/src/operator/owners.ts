import { queryOptions } from '@tanstack/react-query';
import type { AppSchemas } from '@skiptrace/contract/app';
import { bodyOf, own } from '../api/clients.js';

export type OwnerSource = AppSchemas['OwnerSources']['sources'][number];

export const PRIORITY = { min: -1_000_000, max: 1_000_000 } as const;

export const sourcesQuery = queryOptions({
  queryKey: ['operator', 'owners', 'sources'],
  queryFn: () => bodyOf(own.GET('/operator/api/owners/sources')),
});

export const correctionsQuery = queryOptions({
  queryKey: ['operator', 'owners', 'corrections'],
  queryFn: async () => (await bodyOf(own.GET('/operator/api/owners/corrections'))).corrections,
});

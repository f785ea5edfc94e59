import type { MigrationInterface } from 'typeorm';

/** In order; a landed migration is never edited, a later one mends it. */
export const ownersMigrations: readonly (new () => MigrationInterface)[] = [];

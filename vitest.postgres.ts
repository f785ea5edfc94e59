// One PostgreSQL for all tests of a project; each test has a database of its own on it.
import type { TestProject } from 'vitest/node';
import { startPostgres } from './scripts/support/postgres.mjs';

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  // What is answered need not outlive a power failure here; whatever dies in a test, this server lives on.
  const { url, stop } = await startPostgres({
    fsync: 'off',
    synchronous_commit: 'off',
    full_page_writes: 'off',
  });
  project.provide('postgresUrl', url);
  return stop;
}

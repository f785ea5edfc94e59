// Engines: SQLite, PostgreSQL at a release
// The checks of the conformance suite that send large files or use up a minute's requests, against our server.

import { afterAll, beforeAll, expect, it } from 'vitest';
import { readings, specification } from '../packages/conformance/src/index.js';
import {
  checkConformance,
  startConformanceServer,
  isLarge,
  PATIENCE_MS,
  type ConformanceServer,
} from './support/conformance-servers.js';

let conformance: ConformanceServer;
beforeAll(async () => {
  conformance = await startConformanceServer();
}, PATIENCE_MS);
afterAll(() => conformance.server.remove());

it(
  'our server keeps every sentence about its limits',
  async () => {
    const large = [...specification, ...readings].filter(isLarge).map(({ id }) => id);
    const { failed, checks, skipped } = await checkConformance(conformance, {
      flags: ['--only', `^(?:${large.join('|').replaceAll('.', '\\.')})$`],
    });
    expect(failed).toEqual([]);
    expect(checks.map(({ id }) => id).sort()).toEqual(large.sort());
    // A window of a minute cannot be filled on a machine that needs longer for 500 requests.
    expect(skipped.filter((id) => !id.endsWith('-per-minute'))).toEqual([]);
  },
  PATIENCE_MS,
);

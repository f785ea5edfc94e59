// Engines: SQLite, PostgreSQL at a release
// The conformance suite against our server with presigned uploads.

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  checkConformance,
  ConformanceServers,
  LINK_SECONDS,
  PATIENCE_MS,
} from './support/conformance-servers.js';

let servers: ConformanceServers;
beforeAll(async () => {
  servers = await ConformanceServers.start();
}, PATIENCE_MS);
afterAll(() => servers.remove());

describe('a server with presigned uploads', () => {
  it(
    'keeps every sentence about files and jobs',
    async () => {
      const { failed, skipped } = await checkConformance(servers, {
        baseUrl: servers.presigned.url,
        facts: { downloadLinkSeconds: LINK_SECONDS },
        flags: ['--only', 'presigned|expired-link|^job\\.|^enriched|^states'],
      });
      expect(failed).toEqual([]);
      expect(skipped).toEqual([]);
    },
    PATIENCE_MS,
  );
});

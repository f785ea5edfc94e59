// Engines: SQLite, PostgreSQL at a release
// The conformance suite against our server with presigned uploads; and its checks that send large files or use up a minute's requests.

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readings, specification } from '../packages/conformance/src/index.js';
import {
  checkConformance,
  ConformanceServers,
  isLarge,
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

it(
  'our server keeps every sentence about its limits',
  async () => {
    const large = [...specification, ...readings].filter(isLarge).map(({ id }) => id);
    const flags = ['--only', `^(?:${large.join('|').replaceAll('.', '\\.')})$`];
    const { failed, checks, skipped } = await checkConformance(servers, { flags });
    expect(failed).toEqual([]);
    expect(checks.map(({ id }) => id).sort()).toEqual(large.sort());
    // Rate limits of a minute are skipped on a machine that can't send 500 requests in a minute.
    expect(skipped.filter((id) => !id.endsWith('-per-minute'))).toEqual([]);
  },
  PATIENCE_MS,
);

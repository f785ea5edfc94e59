import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { engines } from '../../testing/engines.js';
import { temporaryBilling } from '../../testing/temporary.js';
import { findActions, type ActionSearch } from './audit.js';
import { SERVICE_CHAIN, type Fact } from './entry.js';

describe.each(engines)('actions in the log on $name', (engine) => {
  let parts: Awaited<ReturnType<typeof temporaryBilling>>;
  beforeEach(async () => {
    parts = await temporaryBilling(0, engine);
    await parts.database.write(async (tx) => {
      for (const table of ['entries', 'seals']) await tx.query(`DELETE FROM audit_${table}`);
    });
    await note('lookup', 'a');
    await note('job.confirm', 'b');
    await note('price', null);
    await note('job.result', 'b');
    await note('command', null, SERVICE_CHAIN);
  });
  afterEach(() => parts.remove());

  const note = async (kind: Fact['kind'], reference: string | null, chain = parts.accountId) => {
    parts.clock.ms += 1_000;
    await parts.database.writeFor(parts.accountId, (tx) =>
      parts.audit.note(tx, { chain, kind, reference, actor: 'service', cents: 0, details: { kind } }),
    );
  };
  const find = async (search: Partial<ActionSearch> = {}) =>
    findActions(parts.database, { limit: 10, ...search });
  const kinds = async (search?: Partial<ActionSearch>) => (await find(search)).rows.map(({ kind }) => kind);

  it('are listed newest first, page by page, without lookups', async () => {
    const all = ['command', 'job.result', 'price', 'job.confirm'];
    expect(await kinds()).toEqual(all);
    const seen: string[] = [];
    let cursor: string | null = null;
    do {
      const page: Awaited<ReturnType<typeof find>> = await find({
        limit: 1,
        ...(cursor !== null && { cursor }),
      });
      seen.push(...page.rows.map(({ kind }) => kind));
      cursor = page.nextCursor;
    } while (cursor !== null);
    expect(seen).toEqual(all);
  });

  it('are found by account, kind, subject and time', async () => {
    const { ms: now } = parts.clock;
    expect(await kinds({ chain: SERVICE_CHAIN })).toEqual(['command']);
    expect(await kinds({ chain: parts.accountId, kinds: ['price'] })).toEqual(['price']);
    expect(await kinds({ reference: 'b', kinds: ['job.result', 'job.confirm', 'lookup'] })).toEqual([
      'job.result',
      'job.confirm',
    ]);
    expect(await kinds({ from: now - 2_000, to: now })).toEqual(['price', 'job.result'].reverse());
  });
});

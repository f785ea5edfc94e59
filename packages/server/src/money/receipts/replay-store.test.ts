import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { engines } from '../../testing/engines.js';
import { temporaryBilling } from '../../testing/temporary.js';
import { replaySlot, type Replay } from './replay-store.js';

describe.each(engines)('replays on $name', (engine) => {
  let parts: Awaited<ReturnType<typeof temporaryBilling>>;
  beforeEach(async () => {
    parts = await temporaryBilling(0, engine);
  });
  afterEach(() => parts.remove());

  const replay = (idempotencyKey: string, outcome: string, createdAt = 1_000): Replay => ({
    accountId: parts.accountId,
    operation: 'skipTraceSingle',
    idempotencyKey,
    requestDigest: 'digest',
    outcome,
    recordIds: '',
    createdAt,
  });
  const write = (...replays: Replay[]) => parts.database.write((tx) => parts.replays.write(tx, replays));

  it('are found by their slot, in a transaction and after it', async () => {
    const kept = replay('k', '{"a":1}');
    const [slot, empty] = [replaySlot(kept), replaySlot({ ...kept, operation: 'skipTraceBulk' })];
    await parts.database.write(async (tx) => {
      await parts.replays.write(tx, [kept]);
      expect(await parts.replays.read(tx, [slot, empty])).toEqual(new Map([[slot, kept]]));
    });
    expect(await parts.replays.kept([slot, empty])).toEqual(new Map([[slot, kept]]));
  });

  it('replace an older one in the same slot', async () => {
    await write(replay('k', 'old'));
    const kept = replay('k', 'new', 2_000);
    await write(kept);
    expect(await parts.replays.kept([replaySlot(kept)])).toEqual(new Map([[replaySlot(kept), kept]]));
  });

  it('are deleted by age', async () => {
    await write(replay('a', 'x', 1_000), replay('b', 'x', 1_001));
    expect(await parts.replays.forget(1_000)).toBe(1);
    expect(await parts.replays.forget(1_000)).toBe(0);
    expect((await parts.replays.kept([replaySlot(replay('b', 'x'))])).size).toBe(1);
  });
});

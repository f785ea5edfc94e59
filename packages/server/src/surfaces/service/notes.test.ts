import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { engines } from '../../testing/engines.js';
import { temporaryBilling } from '../../testing/temporary.js';
import { ServiceNotes } from './notes.js';

describe.each(engines)('notes for other processes on $name', (engine) => {
  let parts: Awaited<ReturnType<typeof temporaryBilling>>;
  beforeEach(async () => {
    parts = await temporaryBilling(0, engine);
  });
  afterEach(() => parts.remove());

  it('give every process the newest note of a name, with its time', async () => {
    const { database, clock } = parts;
    const notes = new ServiceNotes(database, clock);
    expect(await notes.find('audit verify')).toBeNull();
    await notes.leave('audit verify', { faults: 3 });
    const settings = { values: { AUDIT_DAYS: 40 }, secrets: {} };
    await notes.leave('settings', settings);
    clock.ms += 1_000;
    await notes.leave('audit verify', { faults: 0 });
    const other = await engine.openStores(parts.folder);
    try {
      const there = new ServiceNotes(other.database, clock);
      expect(await there.find('audit verify')).toEqual({ at: clock.ms, content: { faults: 0 } });
      expect(await there.find('settings')).toEqual({ at: clock.ms - 1_000, content: settings });
    } finally {
      await other.database.close();
    }
  });
});

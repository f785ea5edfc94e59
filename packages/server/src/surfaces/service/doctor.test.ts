import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { MS_PER_DAY, MS_PER_HOUR } from '../../platform/clock.js';
import { silentLogger } from '../../platform/logger.js';
import { engines } from '../../testing/engines.js';
import { temporaryBilling } from '../../testing/temporary.js';
import { DoctorChecks } from './doctor.js';

const MIDNIGHT = Date.parse('2026-11-26T00:00:00Z');

describe.each(engines)('checks by the doctor on $name', (engine) => {
  let parts: Awaited<ReturnType<typeof temporaryBilling>>;
  let findings: string[];
  let examined: number;
  beforeEach(async () => {
    parts = await temporaryBilling(0, engine);
    parts.clock.ms = MIDNIGHT;
    [findings, examined] = [[], 0];
  });
  afterEach(() => parts.remove());

  const server = () =>
    new DoctorChecks({
      database: parts.database,
      clock: parts.clock,
      logger: silentLogger,
      examine: () => {
        examined += 1;
        return Promise.resolve({ accountsChecked: 7, freeBytes: null, findings });
      },
    });

  it('run once a night at 3 AM UTC, on one of all servers, and are kept', async () => {
    const [one, other] = [server(), server()];
    await one.nightly();
    expect(examined).toBe(0);
    parts.clock.ms = MIDNIGHT + 3 * MS_PER_HOUR;
    findings = ['a balance is wrong'];
    await one.nightly();
    await other.nightly();
    parts.clock.ms += 12 * MS_PER_HOUR;
    await one.nightly();
    expect(examined).toBe(1);
    expect(await other.last(5)).toEqual([
      { checkedAt: MIDNIGHT + 3 * MS_PER_HOUR, checkedBy: 'service', accountsChecked: 7, findings },
    ]);
    parts.clock.ms = MIDNIGHT + MS_PER_DAY + 4 * MS_PER_HOUR;
    await other.nightly();
    expect(examined).toBe(2);
    expect((await one.last(1))[0]?.checkedAt).toBe(parts.clock.ms);
  });

  it('that a stopped server missed are made up for an hour after its start', async () => {
    parts.clock.ms = MIDNIGHT + 9 * MS_PER_HOUR;
    const late = server();
    await late.nightly();
    expect(examined).toBe(0);
    parts.clock.ms += MS_PER_HOUR;
    await late.nightly();
    expect(examined).toBe(1);
  });

  it('that an operator asked for count for the night, and the newest 60 are kept', async () => {
    const doctor = server();
    parts.clock.ms = MIDNIGHT + 3 * MS_PER_HOUR + 1;
    for (let nth = 0; nth < 62; nth += 1) {
      parts.clock.ms += 1_000;
      await doctor.run('operator:Alex');
    }
    await doctor.nightly();
    expect(examined).toBe(62);
    const kept = await doctor.last(100);
    expect([kept.length, kept[0]?.checkedAt, kept[0]?.checkedBy]).toEqual([
      60,
      parts.clock.ms,
      'operator:Alex',
    ]);
  });
});

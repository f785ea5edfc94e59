// Engines: SQLite, PostgreSQL at a release

import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { TestBrowser } from '../../testing/browser.js';
import { temporaryServer, type TemporaryServer } from '../../testing/server.js';

const row = (address: string, name: string, zip = '45402') => `${address},Dayton,OH,${zip},${name},Quick,,`;
const OWNERS = [
  'Address,City,State,Zip,First Name,Last Name,Mobile-1,Email',
  ...[row('12 Oak St Apt 10', 'Ann'), row('12 Oak St Apt 2', 'Ben'), row('12 Oak St Apt 2', 'Cleo')],
  ...[row('12 Oak St # 3B', 'Dan'), row('12 Oak St Bldg 2 Apt 1', 'Eve'), row('12 Oak St Rear', 'Fay')],
  // Neither a neighbor, nor the same house in another ZIP, nor a name where the unit should be.
  ...[row('14 Oak St Apt 7', 'Gus'), row('12 Oak St Apt 8', 'Hal', '45403')],
  row('12 Oak St # Catherine', 'Ida'),
].join('\n');
const HOUSE = '12 Oak St, Dayton, OH 45402';
const ALL = ['# 3B', 'APT 2', 'APT 10', 'BLDG 2 APT 1', 'REAR'];

let server: TemporaryServer;
let page: TestBrowser;
beforeEach(async () => {
  server = await temporaryServer({ balanceCents: 1_000, sandbox: false });
  page = await server.signedIn();
  await load(OWNERS);
});
afterEach(() => server.close());

const load = (content: string) => server.importOwners(content, { replace: true });
async function unitsOf(address: string, idempotencyKey: string = crypto.randomUUID()) {
  const { json } = await page.ask('/app/api/lookups', { json: { address }, idempotencyKey });
  return json['units'] as string[];
}

describe('the units of a building', () => {
  it('are offered where the unit is missing or unknown, and nothing else about them', async () => {
    expect(await unitsOf(HOUSE)).toEqual(ALL);
    expect(await unitsOf('12 Oak St Apt 99, Dayton, OH 45402')).toEqual(ALL);
    const { text, json } = await page.ask('/app/api/lookups', { json: { address: HOUSE } });
    expect(json['answer']).toEqual({ success: true, found: false, contact: null });
    expect(text).not.toMatch(/ann|quick|catherine/i);
  });

  it('are not offered for a match, nor for a house without units', async () => {
    expect(await unitsOf('12 Oak St Apt 2, Dayton, OH 45402')).toEqual([]);
    expect(await unitsOf('18 Oak St, Dayton, OH 45402')).toEqual([]);
    expect(await unitsOf('12 Elm St, Dayton, OH 45402')).toEqual([]);
    expect(await unitsOf('12 Oak St')).toEqual([]);
  });

  it('cost a free miss each time, which the day limits', async () => {
    await server.service.accounts.change(server.account.accountId, { terms: { dailyMisses: 2 } });
    const key = crypto.randomUUID();
    for (const again of [key, key, undefined]) expect(await unitsOf(HOUSE, again)).toEqual(ALL);
    expect((await page.ask('/app/api/lookups', { json: { address: HOUSE } })).status).toBe(429);
    expect(await server.service.billing.balanceCents(server.account.accountId)).toBe(1_000);
  });

  it('leave out a unit with owners who all asked to be left out', async () => {
    const WHY = { reason: 'asked by mail', source: 'opt-out', enteredBy: 'test', actor: 'command:test' };
    const leaveOut = (name: string, unit: string) =>
      server.service.suppressions.add(
        [{ kind: 'person', name: `${name} Quick`, address: { address: `12 Oak St ${unit}`, zip: '45402' } }],
        WHY,
      );
    await leaveOut('Ann', 'Apt 10');
    await leaveOut('Ben', 'Apt 2');
    expect(await unitsOf(HOUSE)).toEqual(ALL.filter((unit) => unit !== 'APT 10'));
    await leaveOut('Cleo', 'Apt 2');
    expect(await unitsOf(HOUSE)).not.toContain('APT 2');
    expect(await unitsOf('12 Oak St Apt 2, Dayton, OH 45402')).not.toContain('APT 2');
  });

  it('are fifty at most', async () => {
    const rows = Array.from({ length: 60 }, (_, at) => row(`12 Oak St Apt ${at + 1}`, `N${at}`));
    await load([OWNERS.split('\n')[0], ...rows].join('\n'));
    const units = await unitsOf(HOUSE);
    expect([units.length, units.at(-1)]).toEqual([50, 'APT 50']);
  });
});

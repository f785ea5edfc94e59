import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { matchLeads } from '../../directory/match/index.js';
import { temporaryServer, type TemporaryServer } from '../../testing/server.js';
import { Hashes } from './suppression-list.js';

// A timeshare, or a condominium without units on file, has hundreds of owners at one address. One of them asks to be left out: the
// work of a lookup there grows with their number, and not with its square.

const WHY = { reason: 'asked by mail', source: 'opt-out', enteredBy: 'test', actor: 'command:test' };
const HEADER =
  'Address,City,State,Zip,First Name,Last Name,Mailing Address,Mailing City,Mailing State,Mailing Zip,Mobile-1';
const SPELLINGS = ['Beach Rd', 'Beach Road', 'BEACH RD.'];
const letters = (at: number): string =>
  [at, Math.floor(at / 26), Math.floor(at / 676)].map((one) => String.fromCharCode(97 + (one % 26))).join('');
const ownersAt = (number: number, owners: number): string[] =>
  Array.from(
    { length: owners },
    (_, at) =>
      `${number} ${String(SPELLINGS[at % 3])},Dover,DE,19901,Owner${letters(at)},Share${letters(at)},${at + 10} Elm St,Salem,OR,97301,555201${String(1000 + at)}`,
  );
/** Owners of the properties by house number: the most that are compared, and more. */
const CROWDS = { 10: 500, 20: 2_000 };
const at = (number: number | string) => ({ address: `${number} Beach Rd, Dover, DE 19901` });
const GONE = { firstName: 'Ownercaa', lastName: 'Sharecaa' };

describe('a lookup at an address with very many owners', () => {
  let server: TemporaryServer;
  let work: number;
  beforeAll(async () => {
    server = await temporaryServer({ sandbox: false });
    const rows = Object.entries(CROWDS).flatMap(([number, owners]) => ownersAt(Number(number), owners));
    await server.importOwners([HEADER, ...rows].join('\n'), { source: 'county', sameProperty: true });
    await server.service.startWorker();
    const requests = Object.keys(CROWDS).map((number) => ({
      ...({ kind: 'person', name: 'Ownercaa Sharecaa' } as const),
      address: at(number),
    }));
    await server.service.suppressions.add(requests, WHY);
    // Counts what the list is asked about: values, and of these the keys that take longest.
    for (const [method, cost] of [
      ['key', 10],
      ['mark', 1],
    ] as const) {
      const counted = Hashes.prototype[method] as (...values: unknown[]) => never;
      vi.spyOn(Hashes.prototype, method).mockImplementation(function (this: Hashes, ...values: unknown[]) {
        work += cost;
        return counted.apply(this, values);
      });
    }
  });
  afterAll(async () => {
    vi.restoreAllMocks();
    await server.close();
  });

  const asText = async (answer: Promise<{ text: string }>) => (await answer).text;
  const PATHS: Readonly<Record<string, (number: number) => Promise<string>>> = {
    'a single lookup': (number) => asText(server.call('skipTraceSingle', { json: at(number) })),
    'a lookup of the person who is left out': (number) =>
      asText(server.call('skipTraceSingle', { json: { ...at(number), ...GONE } })),
    'the lookup page': async (number) =>
      asText((await server.signedIn()).ask('/app/api/lookups', { json: at(number) })),
    'a bulk': (number) =>
      asText(server.call('skipTraceBulk', { json: { addresses: [at(number), { ...at(number), ...GONE }] } })),
    'explain of the operator': async (number) =>
      asText((await server.signedInOperator()).ask('/operator/api/owners/explain', { json: at(number) })),
    'the preview of a list': async (number) => {
      const { index } = server.service.ownerStores;
      const decisions = await matchLeads(index, [at(number), { ...at(number), ...GONE }]);
      const ids = decisions.flatMap((one) => ('record' in one ? [one.record.id] : []));
      return JSON.stringify([...(await index.records(ids)).values()]);
    },
  };

  it.each(Object.entries(PATHS))('costs %s no question to the list', async (_, look) => {
    for (const [number, owners] of Object.entries(CROWDS)) {
      work = 0;
      const text = await look(Number(number));
      expect(text).not.toMatch(/Ownercaa|Sharecaa/);
      expect(text.includes('Owneraaa')).toBe(owners <= 500);
      expect(work).toBe(0);
    }
  });
});

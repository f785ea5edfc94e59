import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { isSkipTraceError } from '../index.js';
import { failure, request, temporaryFolder } from './harness.js';
import {
  dailyMissLimit,
  insufficientBalance,
  match,
  mockSkipTrace,
  rateLimited,
  reset,
  serverError,
} from './index.js';

const main = '100 Main St, Austin, TX 78701';
const owner = match({ fullName: 'Robin Example', phones: ['5125550100'], emails: ['robin@example.com'] });

describe('a client of mockSkipTrace', () => {
  it('answers a lookup in one line or in parts, and charges it', async () => {
    const client = mockSkipTrace({ [main]: owner });
    const parts = { address: '100 MAIN St.', city: 'Austin', state: 'TX', zip: '78701' };
    for (const address of [main, '100 main st,  Austin TX, 78701', parts]) {
      const result = await client.lookup(address);
      expect(result).toMatchObject({
        found: true,
        chargedCents: 4,
        contact: { firstName: 'Robin', lastName: 'Example', fullName: 'Robin Example' },
        phones: [{ number: '5125550100', type: 'mobile', dnc: false }],
        emails: ['robin@example.com'],
      });
    }
    expect((await client.account()).balanceCents).toBe(100_000 - 12);
  });

  it('answers everything else with a miss, for free', async () => {
    const client = mockSkipTrace();
    expect(await client.lookup(main)).toEqual({
      success: true,
      found: false,
      contact: null,
      chargedCents: 0,
    });
  });

  it('matches another spelling that the service would match', async () => {
    const client = mockSkipTrace({ [main]: owner });
    const found = async (address: string) => (await client.lookup(address)).found;
    expect(await found('100 MAIN STREET, AUSTIN, TX 78701')).toBe(true);
    expect(await found('100 Main St Unit 4, Austin, TX 78701')).toBe(false);
    expect(await found('102 Main St, Austin, TX 78701')).toBe(false);
  });

  it('refuses what the service refuses, and replays or refuses a used key', async () => {
    const client = mockSkipTrace({ [main]: owner });
    const body = { street: '1 Elm' } as unknown as { address: string };
    const refused = client.raw.POST('/api/v1/skip-trace', { body });
    expect(await failure(refused)).toMatchObject({
      code: 'bad_request',
      serviceCode: 'invalid_request',
      message: 'address is required',
    });
    const call = { idempotencyKey: 'once' };
    await client.lookup(main, call);
    await client.lookup(main, call);
    expect((await client.account()).balanceCents).toBe(100_000 - 4);
    expect(await failure(client.lookup('1 Elm St, Reno, NV', call))).toMatchObject({
      code: 'idempotency_conflict',
    });
    client.scenarios.script('lookup', insufficientBalance());
    expect(await failure(client.lookup(main))).toMatchObject({ balanceRequiredCents: 4 });
  });

  it("doesn't warn of its plain http, which leads nowhere", async () => {
    // Loaded again: a client of another test has already warned, and the warning comes once.
    vi.resetModules();
    const anew = await import('./mock.js');
    const warned = vi.spyOn(process, 'emitWarning').mockImplementation(() => {});
    await anew.mockSkipTrace().lookup(main);
    expect(warned).not.toHaveBeenCalled();
    warned.mockRestore();
  });

  it.each([
    [() => match({ phone: ['1'] } as object), 'match() has no option "phone". Did you mean phones?'],
    [() => match({ phones: ['555'] }), `match(): "555" isn't a phone number`],
    [() => mockSkipTrace({ nonsense: match() }), `"nonsense" isn't an address`],
    [() => mockSkipTrace({ [main]: { phones: ['5125550100'] } as never }), 'must be match({ … })'],
    [() => mockSkipTrace().scenarios.script('lookups' as 'lookup', reset()), 'Did you mean lookup?'],
    [() => mockSkipTrace().scenarios.seen('find' as 'lookup'), 'Methods: lookup, bulk, account'],
  ])('refuses a mistake that would only change an answer: %s', (mistaken, sentence) => {
    expect(mistaken).toThrow(sentence);
  });

  it('answers a bulk lookup', async () => {
    const client = mockSkipTrace({ [main]: owner });
    const { items, matched, missed, chargedCents } = await client.bulk([main, '1 Elm St, Reno, NV 89501']);
    expect({ matched, missed, chargedCents }).toEqual({ matched: 1, missed: 1, chargedCents: 4 });
    expect(items[0]).toMatchObject({ input: main, result: { phones: [{ number: '5125550100' }] } });
  });

  it('runs a CSV job: reads the file, prices it, enriches it', async () => {
    const client = mockSkipTrace({ [main]: owner });
    const output = join(await temporaryFolder(), 'out.csv');
    const file = new TextEncoder().encode(
      'Lead,Address,City,State,Zip\r\nA-1,100 Main St,Austin,TX,78701\r\n"A,2",1 Elm St,Reno,NV,89501\r\nA-3,,,,\r\n',
    );
    const result = await client.jobs.run(file, {
      filename: 'leads.csv',
      columnMapping: 'auto',
      output,
      onPreview: () => 'confirm',
    });
    const job = { totalRows: 3, matchedRows: 1, blankAddressCount: 1 };
    expect(result).toMatchObject({ outcome: 'completed', chargedCents: 4, job });
    const lines = (await readFile(output, 'utf8')).split('\r\n');
    expect(lines[0]).toMatch(/^Lead,Address,City,State,Zip,Skip Trace Status,.*Phone 1,Phone 1 Type/);
    expect(lines[1]).toMatch(/^A-1,100 Main St,Austin,.*,Matched,Robin,Example,.*,5125550100,Mobile,No,/);
  });

  it('fails the job of a file that the service could not read', async () => {
    const client = mockSkipTrace({ [main]: owner });
    const job = await client.jobs.create(request);
    await job.upload(new TextEncoder().encode('Address,City\r\n100 Main St,Austin\r\n'));
    expect(await failure(job.waitForPreview())).toMatchObject({ code: 'job_failed' });
  });

  it('fails as scripted, by the names of the methods', async () => {
    const client = mockSkipTrace({ [main]: owner, '1 Elm St, Reno, NV': serverError() });
    client.scenarios.script('lookup', rateLimited('30'));
    expect((await client.lookup(main).withResponse()).attempts).toBe(2);
    client.scenarios.script('bulk', dailyMissLimit());
    const { stoppedBy } = await client.bulk([main]);
    expect(isSkipTraceError(stoppedBy, 'daily_miss_limit')).toBe(true);
    expect(await failure(client.lookup('1 Elm St, Reno, NV'))).toMatchObject({ code: 'server_error' });
    client.scenarios.script('lookup', reset());
    expect((await client.lookup(main).withResponse()).attempts).toBe(2);
    expect(client.scenarios.seen('lookup')[0]?.body).toBe(JSON.stringify({ address: main }));
  });
});

import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { blobSource } from '../byte-source.js';
import { BlockDigest, contentDigest, inspectLeads, type InspectOptions } from './inspect.js';

const FILE =
  'Address,City,State,Zip,Site\n1 Oak St,Reno,NV,89501,2 Elm St\n1 Oak St,Reno,NV,89501,3 Elm St\n';

const leadsOf = (text: string, options: Partial<InspectOptions> = {}) =>
  inspectLeads(blobSource(new Blob([text])), { overrides: {}, maxRows: 10, ...options });

describe('the digest of a list', () => {
  it('is the same for the same bytes, columns and options, and differs if one of them does', async () => {
    const leads = await leadsOf(FILE);
    const same = await contentDigest(leads);
    expect(same).toMatch(/^[0-9a-f]{64}$/);
    expect(await contentDigest(await leadsOf(FILE))).toBe(same);
    const others = [
      await contentDigest(await leadsOf(FILE.replace('2 Elm', '4 Elm'))),
      await contentDigest(await leadsOf(FILE, { overrides: { address: 'Site' } })),
      await contentDigest(await leadsOf(FILE, { overrides: { lastName: 'Site' } })),
      await contentDigest(leads, { dedupe: false }),
      await contentDigest(leads, { requirePhone: true }),
      await contentDigest(leads, { dedupe: false, requirePhone: true }),
    ];
    expect(new Set([same, ...others]).size).toBe(7);
  });

  it('is the same with and without dedupe if no property repeats: both ask for the same rows', async () => {
    const leads = await leadsOf(FILE.replace('\n1 Oak', '\n5 Oak'));
    expect(await contentDigest(leads, { dedupe: false })).toBe(await contentDigest(leads));
  });
});

it('digests a file in blocks of 1 MiB, however it is cut into pieces', async () => {
  const bytes = Buffer.alloc(2_500_000, 'skiptrace');
  const sha256 = (part: Buffer) => createHash('sha256').update(part).digest();
  const blocks = [0, 1, 2].map((at) => sha256(bytes.subarray(at << 20, (at + 1) << 20)));
  const expected = sha256(Buffer.concat(blocks)).toString('hex');
  for (const size of [65_536, 1_000_003, bytes.length]) {
    const digest = new BlockDigest();
    for (let at = 0; at < bytes.length; at += size) await digest.add(bytes.subarray(at, at + size));
    expect(await digest.hex()).toBe(expected);
  }
});

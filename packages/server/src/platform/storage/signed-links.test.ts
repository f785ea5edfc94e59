import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../testing/temporary.js';
import { InvalidLinkError, openSigningSecret, SignedLinks } from './index.js';

const clock = { time: 1_000_000_000_000, now: () => clock.time };
const links = new SignedLinks(Buffer.alloc(32, 7), clock);
const claim = { purpose: 'download', jobId: 'job-1', version: 'v1', keyId: 'k1' } as const;
const query = (text: string) => {
  const fields = new URLSearchParams(text);
  return {
    version: fields.get('version'),
    key: fields.get('key'),
    expires: fields.get('expires'),
    signature: fields.get('signature'),
  };
};

describe('a signed link', () => {
  it('is good for what it was made for', () => {
    expect(links.verify('download', 'job-1', query(links.sign(claim, 60)))).toEqual(claim);
  });

  it('ends when its time is over', () => {
    const signed = query(links.sign(claim, 60));
    clock.time += 59_999;
    expect(links.verify('download', 'job-1', signed)).toEqual(claim);
    clock.time += 1;
    expect(() => links.verify('download', 'job-1', signed)).toThrow(InvalidLinkError);
  });

  it('is of no use for another purpose, another job, another file, another key or a later time', () => {
    const signed = query(links.sign(claim, 60));
    expect(() => links.verify('upload', 'job-1', signed)).toThrow(InvalidLinkError);
    expect(() => links.verify('download', 'job-2', signed)).toThrow(InvalidLinkError);
    expect(() => links.verify('download', 'job-1', { ...signed, version: 'v2' })).toThrow(InvalidLinkError);
    expect(() => links.verify('download', 'job-1', { ...signed, key: 'k2' })).toThrow(InvalidLinkError);
    const later = String(Number(signed.expires) + 1);
    expect(() => links.verify('download', 'job-1', { ...signed, expires: later })).toThrow(InvalidLinkError);
  });

  it('is of no use with any character changed, or with parts missing or given twice', () => {
    const signed = query(links.sign(claim, 60));
    const signature = signed.signature ?? '';
    fc.assert(
      fc.property(fc.nat(signature.length - 1), fc.constantFrom(...'ABCabc019-_=.'), (place, letter) => {
        fc.pre(signature[place] !== letter);
        const changed = signature.slice(0, place) + letter + signature.slice(place + 1);
        expect(() => links.verify('download', 'job-1', { ...signed, signature: changed })).toThrow(
          InvalidLinkError,
        );
      }),
    );
    for (const value of [undefined, '', ['a', 'b'], signature + 'A', signature.slice(1)]) {
      expect(() => links.verify('download', 'job-1', { ...signed, signature: value })).toThrow(
        InvalidLinkError,
      );
    }
  });

  it('is of no use on a server with another secret', () => {
    const others = new SignedLinks(Buffer.alloc(32, 8), clock);
    expect(() => others.verify('download', 'job-1', query(links.sign(claim, 60)))).toThrow(InvalidLinkError);
  });
});

describe('the signing secret', () => {
  it('is made once, for its owner alone, however many processes ask at the same time', async () => {
    const folder = await temporaryFolder();
    const file = path.join(folder.value, 'signing-secret');
    const secrets = await Promise.all(Array.from({ length: 8 }, () => openSigningSecret(file)));
    expect(new Set(secrets.map((secret) => secret.toString('hex'))).size).toBe(1);
    expect(await readFile(file)).toEqual(secrets[0]);
    expect(secrets[0]).toHaveLength(32);
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    await folder.remove();
  });
});

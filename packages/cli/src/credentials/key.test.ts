import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { hostsOfThisFile } from '../testing/with-host.js';
import { checkKey, findKey, maskKey } from './key.js';

const newHost = hostsOfThisFile();
const profile = { name: 'default', apiKey: 'pc_profile' };

describe('the API key', () => {
  it('comes from the file, then the environment, then the profile', async () => {
    const host = newHost({ env: { SKIPTRACE_API_KEY: 'pc_environment' } });
    writeFileSync(path.join(host.cwd, 'key.txt'), 'pc_file\n');
    expect(await findKey(host, { file: 'key.txt', profile })).toMatchObject({ apiKey: 'pc_file' });
    expect(await findKey(host, { file: undefined, profile })).toEqual({
      apiKey: 'pc_environment',
      source: 'SKIPTRACE_API_KEY',
    });
    delete host.env['SKIPTRACE_API_KEY'];
    expect(await findKey(host, { file: undefined, profile })).toEqual({
      apiKey: 'pc_profile',
      source: 'profile default',
    });
    expect(
      await findKey(host, { file: undefined, profile: { ...profile, apiKey: undefined } }),
    ).toBeUndefined();
  });

  it('comes from standard input for -', async () => {
    expect(await findKey(newHost({ stdin: ' pc_piped \n' }), { file: '-', profile })).toEqual({
      apiKey: 'pc_piped',
      source: 'standard input',
    });
  });

  it('is refused without being repeated', async () => {
    const host = newHost({ env: { SKIPTRACE_API_KEY: '' } });
    await expect(findKey(host, { file: undefined, profile })).rejects.toMatchObject({ code: 'no_api_key' });
    await expect(findKey(host, { file: 'missing.txt', profile })).rejects.toThrow(/missing\.txt/);
    expect(() => checkKey('sk_secret', 'It')).toThrow(expect.not.stringContaining('sk_secret') as never);
    expect(() => checkKey('pc_two words', 'It')).toThrow(/no spaces/);
  });

  it('is shown by its last four characters only, and a short one not at all', () => {
    expect(maskKey('pc_0123456789abcdefghijklmnopqrstuv')).toBe('pc_…stuv');
    expect(maskKey('pc_short')).toBe('pc_…');
  });
});

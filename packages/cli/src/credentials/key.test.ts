import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { hostsOfThisFile } from '../testing/fake-host.js';
import type { KeyPlace } from './account.js';
import { checkKey, findKey, maskKey } from './key.js';

const newHost = hostsOfThisFile();
const account = (keyFrom: KeyPlace) => ({
  profileName: 'default',
  baseUrl: 'http://127.0.0.1:3000',
  keyFrom,
});

describe('the API key', () => {
  it('comes from the chosen place, which is named', async () => {
    const host = newHost();
    writeFileSync(path.join(host.cwd, 'key.txt'), 'pc_file\n');
    expect(await findKey(host, account({ kind: 'file', file: 'key.txt' }))).toMatchObject({
      apiKey: 'pc_file',
    });
    expect(await findKey(host, account({ kind: 'environment', text: 'pc_environment' }))).toEqual({
      apiKey: 'pc_environment',
      source: 'SKIPTRACE_API_KEY',
    });
    expect(await findKey(host, account({ kind: 'profile', apiKey: 'pc_profile' }))).toEqual({
      apiKey: 'pc_profile',
      source: 'profile default',
    });
    expect(await findKey(host, account({ kind: 'profile', apiKey: undefined }))).toBeUndefined();
  });

  it('comes from standard input for -', async () => {
    const host = newHost({ stdin: ' pc_piped \n' });
    expect(await findKey(host, account({ kind: 'file', file: '-' }))).toEqual({
      apiKey: 'pc_piped',
      source: 'standard input',
    });
  });

  it('comes from a file that PowerShell wrote in UTF-16', async () => {
    const host = newHost();
    writeFileSync(path.join(host.cwd, 'key.txt'), Buffer.from('\ufeffpc_piped\r\n', 'utf16le'));
    expect(await findKey(host, account({ kind: 'file', file: 'key.txt' }))).toMatchObject({
      apiKey: 'pc_piped',
    });
  });

  it('is refused without being repeated in the message', async () => {
    const host = newHost();
    await expect(findKey(host, account({ kind: 'environment', text: '' }))).rejects.toMatchObject({
      code: 'no_api_key',
    });
    await expect(findKey(host, account({ kind: 'file', file: 'missing.txt' }))).rejects.toThrow(
      /missing\.txt/,
    );
    await expect(findKey(host, account({ kind: 'file', file: 'pc_secretsecret' }))).rejects.toThrow(
      /^--api-key-file takes the name of a file, not the key itself\.$/,
    );
    expect(() => checkKey('sk_secret', 'It')).toThrow(expect.not.stringContaining('sk_secret') as never);
    expect(() => checkKey('pc_two words', 'It')).toThrow(/no spaces/);
  });

  it('is shown by its last four characters only, and a short one not at all', () => {
    expect(maskKey('pc_0123456789abcdefghijklmnopqrstuv')).toBe('pc_…stuv');
    expect(maskKey('pc_short')).toBe('pc_…');
    expect(maskKey('pc_test_0123456789abcdefghijklmnopqrstuv')).toBe('pc_test_…stuv');
  });
});

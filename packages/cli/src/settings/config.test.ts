import { mkdirSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { readProfiles } from '../credentials/profiles.js';
import { hostsOfThisFile } from '../testing/fake-host.js';
import { configFile, parseSeconds, readConfig, settingOf, SETTINGS, writeConfig } from './config.js';

const newHost = hostsOfThisFile();

describe('a setting', () => {
  it('is the flag, then the variable, then the config file', async () => {
    const host = newHost({ env: { SKIPTRACE_MAX_COST: '20' } });
    await writeConfig(host, { 'max-cost': '10' });
    const config = await readConfig(host);
    expect(settingOf(host, config, 'max-cost', '30')).toBe('30');
    expect(settingOf(host, config, 'max-cost')).toBe('20');
    expect(settingOf(newHost(), config, 'max-cost')).toBe('10');
    expect(settingOf(newHost(), {}, 'max-cost')).toBeUndefined();
  });

  it('is kept in a private file', async () => {
    const host = newHost();
    await writeConfig(host, { color: 'never' });
    expect(statSync(configFile(host)).mode & 0o777).toBe(0o600);
  });

  it.each(['utf8', 'utf16le'] as const)(
    'is read from a file that Notepad saved with a mark, in %s',
    async (encoding) => {
      const host = newHost();
      await writeConfig(host, {});
      writeFileSync(configFile(host), Buffer.from('\ufeff{ "max-cost": 50 }\r\n', encoding));
      expect(await readConfig(host)).toEqual({ 'max-cost': '50' });
    },
  );

  it('that can not be read is told apart from one that is not JSON', async () => {
    const host = newHost();
    // The folder of the file is a file itself. (Permissions would not stop a test that runs as root.)
    writeFileSync(path.join(host.folder, 'a-file'), '');
    host.env['XDG_CONFIG_HOME'] = path.join(host.folder, 'a-file');
    await expect(readConfig(host)).rejects.toThrow(
      /config\.json can't be read: a part of its path is a file\.$/,
    );
    await expect(readProfiles(host)).rejects.toThrow(/credentials\.json can't be read: a part/);
  });

  it('is refused if it is invalid', () => {
    expect(() => SETTINGS['base-url'].check('ftp://x')).toThrow(/http/);
    for (const url of ['http://127.0.0.1:7201/app', 'http://127.0.0.1:7201/app/'])
      expect(() => SETTINGS['base-url'].check(url)).toThrow(
        `${url} is the web app's address. The service is at http://127.0.0.1:7201 (without /app).`,
      );
    SETTINGS['base-url'].check('http://127.0.0.1:7201/apps');
    SETTINGS['base-url'].check('http://app');
    expect(() => SETTINGS.color.check('pink')).toThrow(/auto, always, never/);
    expect(() => SETTINGS['max-cost'].check('lots')).toThrow(/dollars/);
    expect(() => parseSeconds('0')).toThrow(/duration/);
    expect(() => parseSeconds('soon')).toThrow(/duration/);
    expect(() => parseSeconds('')).toThrow(/duration/);
    expect(parseSeconds('1.5')).toBe(1.5);
  });

  it.each([
    ['90', 90],
    ['90s', 90],
    ['10m', 600],
    ['1h30m', 5400],
    ['1h5s', 3605],
  ])('of a duration may be %s', (text, seconds) => {
    expect(parseSeconds(text)).toBe(seconds);
  });

  it('file that is not JSON is named', async () => {
    const host = newHost();
    mkdirSync(path.dirname(configFile(host)), { recursive: true });
    writeFileSync(configFile(host), '{');
    await expect(readConfig(host)).rejects.toThrow(/config\.json/);
  });
});

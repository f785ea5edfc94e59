import { stripVTControlCharacters } from 'node:util';
import { beforeEach, describe, expect, it } from 'vitest';
import { type FakeHost, hostsOfThisFile } from '../testing/fake-host.js';
import { askLine, askYes } from './prompt.js';

const newHost = hostsOfThisFile();

describe('a question about money', () => {
  let host: FakeHost;
  beforeEach(() => {
    host = newHost({ terminal: true });
  });

  const ask = () => askYes({ host, signal: host.interrupt }, 'Spend $392.48?');
  const answered = async (keys: string) => {
    const answer = ask();
    await host.answer(/\[y\/N\]/, keys);
    return answer;
  };

  it.each(['y\r', 'Y\n', 'yes\r', ' yes \r', 'n\u007fy\r', 'no\u0015y\r'])(
    'takes %j as yes',
    async (keys) => {
      expect(await answered(keys)).toBe(true);
    },
  );

  it.each(['\r', '\n', 'n\r', 'no\r', 'yep\r', 'y\u007f\r', '\u0004', 'ja\r', '1\r'])(
    'takes %j as no',
    async (keys) => {
      expect(await answered(keys)).toBe(false);
    },
  );

  it.each(['\u0003', 'y\u0003'])('is interrupted by Ctrl-C (%j), which is no yes either', async (keys) => {
    await expect(answered(keys)).rejects.toThrow('Interrupted');
  });

  it('notices Ctrl-C among keys that were typed before it', async () => {
    host.stdin.push('y\r\u0003');
    await expect(ask()).rejects.toThrow('Interrupted');
    expect(host.errors).toBe('');
  });

  it('takes the end of input as no', async () => {
    const answer = ask();
    await host.answer(/\[y\/N\]/, '');
    host.stdin.push(null);
    expect(await answer).toBe(false);
  });

  it('does not take earlier keys for an answer', async () => {
    host.stdin.push('y\r');
    const answer = ask();
    await host.answer(/\[y\/N\]/, '\r');
    expect(await answer).toBe(false);
    expect(stripVTControlCharacters(host.errors)).toBe('Spend $392.48? [y/N] \r\n');
  });

  it('ends at once when the command is interrupted', async () => {
    const answer = ask();
    await host.answer(/\[y\/N\]/, 'y');
    host.pressCtrlC();
    await expect(answer).rejects.toThrow('Interrupted');
  });
});

describe('a hidden line', () => {
  it('is not shown', async () => {
    const host = newHost({ terminal: true });
    const line = askLine({ host, signal: host.interrupt }, 'API key: ', false);
    await host.answer(/API key/, 'pc_madeup\r');
    expect(await line).toBe('pc_madeup');
    expect(stripVTControlCharacters(host.errors)).toBe('API key: \n');
  });
});

import { ScenarioServer } from '@skiptrace/sdk/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cliBin, run } from './support/processes.js';

describe('a key over plain http, by the built command', () => {
  let server: ScenarioServer;
  beforeAll(async () => {
    server = await ScenarioServer.start();
  });
  afterAll(() => server.close());

  const list = (baseUrl: string, ...more: string[]) =>
    run(cliBin, ['jobs', 'list', ...more], { SKIPTRACE_API_KEY: 'pc_test', SKIPTRACE_BASE_URL: baseUrl });

  it('to another computer causes one warning, on its own line', async () => {
    // Reaches this computer, but by an address that is not a loopback address.
    const elsewhere = server.url.replace('127.0.0.1', '0.0.0.0');
    const { code, stderr } = await list(elsewhere);
    expect(code).toBe(0);
    expect(stderr.split('\n').filter((line) => line.includes('plain http'))).toEqual([
      `warning: Your API key is sent to ${new URL(elsewhere).host} over plain http, where others can read it. Use https.`,
    ]);
    expect(stderr).not.toContain('(node:');
  });

  it('to this computer causes no warning', async () => {
    expect((await list(server.url)).stderr).not.toContain('plain http');
  });

  it('leaves standard error of --json to failures', async () => {
    const { code, stderr } = await list(server.url.replace('127.0.0.1', '0.0.0.0'), '--json');
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  });
});

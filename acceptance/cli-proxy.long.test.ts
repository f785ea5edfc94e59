import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { ScenarioServer } from '@skiptrace/sdk/testing';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { cliBin, run } from './support/processes.js';

/** Processes, which may be slow on a busy machine. */
const LONG = { timeout: 60_000 };

describe('the command line behind a proxy', LONG, () => {
  let folder: string;
  let service: ScenarioServer;
  let proxy: Server;
  let tunnels: string[];

  beforeEach(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'skiptrace-proxy-'));
    await writeFile(
      path.join(folder, 'leads.csv'),
      'Property Address,Property City,Property State,Property Zip\n100 Sandbox Match St,Austin,TX,78701\n',
    );
    service = await ScenarioServer.start({ uploadMethod: 'presigned' });
    tunnels = [];
    proxy = createServer().on('connect', (request, client, head) => {
      tunnels.push(request.url ?? '');
      // Every requested host name leads to the service.
      const upstream = connect(Number(new URL(service.url).port), '127.0.0.1', () => {
        client.write('HTTP/1.1 200 Connection Established\r\n\r\n');
        upstream.write(head);
        upstream.pipe(client).pipe(upstream);
      });
      upstream.on('error', () => client.destroy());
      client.on('error', () => upstream.destroy());
    });
    await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  });
  afterEach(async () => {
    proxy.closeAllConnections();
    proxy.close();
    await service.close();
    await rm(folder, { recursive: true, force: true });
  });

  const upload = (env: Record<string, string>, ...more: string[]) =>
    run(cliBin, ['upload', path.join(folder, 'leads.csv'), '--yes', '--max-cost', '1', ...more], {
      SKIPTRACE_BASE_URL: service.url,
      SKIPTRACE_API_KEY: 'pc_made-up-key-of-a-test',
      XDG_CONFIG_HOME: folder,
      XDG_STATE_HOME: folder,
      ...env,
    });

  it.each(['HTTP_PROXY', 'http_proxy'])('goes through %s with calls and files', async (name) => {
    const { port } = proxy.address() as AddressInfo;
    const { code, stderr } = await upload({ [name]: `http://127.0.0.1:${port}` }, '--debug');
    expect(stderr).toContain('Charged $');
    expect(code).toBe(0);
    expect(new Set(tunnels)).toEqual(new Set([new URL(service.url).host]));
    const { port: own } = new URL(service.url);
    for (const [method, where] of [
      ['POST', '/api/user/skip-trace'],
      ['PUT', '/files/uploads/'],
      ['GET', '/files/results/'],
    ] as const) {
      const line = stderr.split('\n').find((text) => text.includes(`"${method}"`) && text.includes(where));
      expect(line, `${method} ${where}`).toContain(`127.0.0.1:${own}`);
    }
    expect(stderr).not.toMatch(/signature=|pc_made-up/);
  });

  it('may be named without http://, as for curl; a variable that is not an address is named', async () => {
    const { port } = proxy.address() as AddressInfo;
    expect((await upload({ http_proxy: `localhost:${port}` })).code).toBe(0);
    expect(tunnels.length).toBeGreaterThan(0);
    const { code, stderr } = await upload({ HTTPS_PROXY: 'socks5://127.0.0.1:9' });
    expect([code, stderr]).toEqual([2, expect.stringContaining('HTTPS_PROXY must be the address of')]);
  });

  it('is bypassed for the hosts in NO_PROXY', async () => {
    const env = { HTTP_PROXY: 'http://127.0.0.1:9', NO_PROXY: '127.0.0.1' };
    expect((await upload(env)).code).toBe(0);
    expect(tunnels).toEqual([]);
  });

  it('ends with 9 if the proxy cannot be reached', async () => {
    const { code, stderr } = await upload({ HTTP_PROXY: 'http://127.0.0.1:9' }, '--timeout', '2');
    expect(code).toBe(9);
    expect(stderr).toContain('Nothing was charged.');
  });
});

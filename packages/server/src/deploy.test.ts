import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { readConfig } from './platform/config.js';

const ROOT = path.join(import.meta.dirname, '../../..');
const UNIT = path.join(ROOT, 'deploy/skiptrace-server.service');
const analyze = (...words: readonly string[]) => promisify(execFile)('systemd-analyze', [...words]);
const hasSystemd = await analyze('--version').then(
  () => true,
  () => false,
);

describe('the systemd unit', () => {
  // Systems without systemd, such as macOS, can't check the unit.
  it.skipIf(!hasSystemd)('isolates the server: an exposure of 2.0 or less', async () => {
    const { stdout } = await analyze('security', '--offline=true', '--no-pager', UNIT);
    const exposure = Number(/exposure level[^\d]*([\d.]+)/.exec(stdout)?.[1]);
    expect(exposure).toBeLessThanOrEqual(2);
  });

  it('allows node to compile and jobs to lower their priority, and bounds memory and processes', async () => {
    const unit = await readFile(UNIT, 'utf8');
    expect(unit).not.toMatch(/^MemoryDenyWriteExecute/m);
    expect(unit).not.toMatch(/^SystemCallFilter=~.*@resources/m);
    expect(unit).toMatch(/^MemoryMax=\d/m);
    expect(unit).toMatch(/^TasksMax=\d/m);
  });
});

describe('the image', () => {
  it('is based on an image pinned by digest, and never contains the data of the folder it is built in', async () => {
    const dockerfile = await readFile(path.join(ROOT, 'deploy/Dockerfile'), 'utf8');
    expect(dockerfile).toMatch(/^ARG NODE_IMAGE=node:24[\w.-]*@sha256:[0-9a-f]{64}$/m);
    const bases = [...dockerfile.matchAll(/^FROM (\S+)/gm)].map(([, base]) => base);
    expect(new Set(bases)).toEqual(new Set(['${NODE_IMAGE}']));
    const left = (await readFile(path.join(ROOT, '.dockerignore'), 'utf8')).split('\n');
    expect(left).toEqual(expect.arrayContaining(['data', '**/.env', '**/*.sqlite']));
  });
});

describe('the compose file', () => {
  it('configures each server and worker with valid settings', async () => {
    const file = parse(await readFile(path.join(ROOT, 'deploy/compose.yaml'), 'utf8'), {
      merge: true,
    }) as ComposeFile;
    const ours = ['server-1', 'server-2', 'worker-1', 'worker-2'];
    expect(Object.keys(file.services)).toEqual([...ours, 'postgres', 's3', 'bucket', 'caddy']);
    // One service builds the image that all four run.
    expect(ours.map((name) => file.services[name]?.build !== undefined)).toEqual([true, false, false, false]);
    expect(new Set(ours.map((name) => file.services[name]?.image))).toEqual(new Set(['skiptrace-server']));
    const [, connections = ''] = /max_connections=(\d+)/.exec(String(file.services.postgres?.command)) ?? [];
    expect(Number(connections)).toBeGreaterThan(CONNECTIONS_OF_A_PROCESS * ours.length);
    for (const name of ours) {
      const { environment = {}, command = [] } = file.services[name] ?? {};
      const filled = Object.fromEntries(
        Object.entries(environment).map(([key, value]) => [
          key,
          value.replace(/\$\{(\w+)[^}]*\}/g, 'x'.repeat(32)),
        ]),
      );
      const config = readConfig(filled);
      expect(config.database.engine).toBe('postgres');
      expect(config.storage).toMatchObject({
        bucket: 'skiptrace',
        endpoint: 'http://s3:9000',
        pathStyle: true,
      });
      expect(config.trustProxy).not.toBeNull();
      expect(command.slice(0, 2)).toEqual(['start', '--role']);
    }
    expect(file.services['server-1']?.command?.[2]).toBe('api');
    expect(file.services['worker-2']?.command?.[2]).toBe('worker');
  });
});

/** docs/scaling.md, "Connections". */
const CONNECTIONS_OF_A_PROCESS = 40;

interface ComposeFile {
  services: Record<string, ComposeService | undefined>;
}

interface ComposeService {
  image?: string;
  build?: unknown;
  environment?: Record<string, string>;
  command?: string[];
}

describe('the data directory in a clone', () => {
  it.each(['data/service.sqlite', 'data/signing-secret', '.env', 'service.sqlite'])(
    'keeps %s out of git',
    async (file) => {
      const { stdout } = await promisify(execFile)('git', ['check-ignore', '--no-index', file], {
        cwd: ROOT,
      });
      expect(stdout.trim()).toBe(file);
    },
  );
});

// Tests swift.sh, which runs an OpenStack Swift server. Swift is not on every machine, so programs with its
// names replace it here.
import { execFile } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';

const script = path.resolve(import.meta.dirname, 'support/swift.sh');
const LISTENS = `
import { readFileSync } from 'node:fs';
import { createServer } from 'node:net';
const [, port] = /bind_port = (\\d+)/.exec(readFileSync(process.argv[2], 'utf8'));
createServer().listen(Number(port), '127.0.0.1');
`;

let folder;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'skiptrace-swift-'));
  mkdirSync(path.join(folder, 'bin'));
  writeFileSync(path.join(folder, 'listens.mjs'), LISTENS);
  program('swift-ring-builder', 'true');
  for (const kind of ['account', 'container', 'object', 'proxy'])
    program(`swift-${kind}-server`, `exec "${process.execPath}" "${folder}/listens.mjs" "$1"`);
});
afterEach(async () => {
  for (const name of ['one', 'two']) await swift('down', name);
  rmSync(folder, { recursive: true });
});

const program = (name, text) => {
  const file = path.join(folder, 'bin', name);
  writeFileSync(file, `#!/bin/sh\n${text}\n`);
  chmodSync(file, 0o755);
};
const swift = (verb, name) =>
  new Promise((resolve) => {
    const env = { ...process.env, PATH: `${folder}/bin:${process.env.PATH}` };
    execFile(script, [verb, path.join(folder, name)], { env }, (error, stdout, stderr) =>
      resolve({ code: error?.code ?? 0, url: stdout.trim(), stderr }),
    );
  });
const listens = (url) =>
  new Promise((resolve) => {
    const { port } = new URL(new URL(url).searchParams.get('endpoint') ?? '');
    const socket = connect(Number(port), '127.0.0.1');
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
    socket.once('connect', () => socket.destroy());
  });

it('two of them are up at once, each on its own port, and one stops without the other', async () => {
  const [one, two] = await Promise.all([swift('up', 'one'), swift('up', 'two')]);
  expect([one.code, two.code]).toEqual([0, 0]);
  expect(one.url).not.toBe(two.url);
  expect([await listens(one.url), await listens(two.url)]).toEqual([true, true]);
  await swift('down', 'one');
  await expect.poll(() => listens(one.url)).toBe(false);
  expect(await listens(two.url)).toBe(true);
});

it("is not up when one of its servers ends, and prints that server's output", async () => {
  program('swift-object-server', 'echo "no space left" >&2; exit 1');
  const { code, url, stderr } = await swift('up', 'one');
  expect([code, url]).toEqual([1, '']);
  expect(stderr).toContain('swift-object-server does not listen');
  expect(stderr).toContain('no space left');
});

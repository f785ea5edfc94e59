import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';

const bin = path.resolve(import.meta.dirname, '../../../server/bin/skiptrace-server.js');
const run = promisify(execFile);

type Settings = Readonly<Record<string, string>>;

/** The built server as a process, on a data directory and a port of its own, with the sandbox's owners. */
export class RealServer {
  #process: ChildProcess | undefined;

  private constructor(
    private readonly folder: string,
    private readonly port: number,
    /** Environment of the server and of its commands. */
    readonly settings: Settings,
  ) {}

  static async start(settings: Settings = {}): Promise<RealServer> {
    const folder = await mkdtemp(path.join(tmpdir(), 'skiptrace-web-'));
    const server = new RealServer(folder, await freePort(), settings);
    await server.start();
    return server;
  }

  /** The same after a stop: a browser that had a page open finds it again. */
  get url(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  /** Runs an operator's command and returns its document. */
  async operator(...words: readonly string[]): Promise<Record<string, unknown>> {
    const args = [bin, ...words, '--data-dir', path.join(this.folder, 'data'), '--json'];
    const { stdout } = await run(process.execPath, args, { env: this.#environment() });
    return JSON.parse(stdout) as Record<string, unknown>;
  }

  /** A new account; `words` are further options of `accounts create`. */
  async account(
    balanceCents: number,
    ...words: readonly string[]
  ): Promise<{ accountId: string; apiKey: string }> {
    const named = ['--name', 'Lone Star Home Buyers', '--balance-cents', String(balanceCents), ...words];
    const { accountId, apiKey } = await this.operator('accounts', 'create', ...named);
    return { accountId: String(accountId), apiKey: String(apiKey) };
  }

  async start(): Promise<void> {
    const args = ['start', '--sandbox', '--port', String(this.port), '--json'];
    const child = spawn(process.execPath, [bin, ...args, '--data-dir', path.join(this.folder, 'data')], {
      env: this.#environment(),
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    this.#process = child;
    for await (const _ready of createInterface({ input: child.stdout })) return;
    throw new Error('the server ended before it was ready');
  }

  async stop(signal: NodeJS.Signals = 'SIGTERM'): Promise<void> {
    const child = this.#process;
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return;
    const ended = new Promise((resolve) => child.once('exit', resolve));
    child.kill(signal);
    await ended;
  }

  async remove(): Promise<void> {
    await this.stop('SIGKILL');
    await rm(this.folder, { recursive: true, force: true });
  }

  #environment(): Record<string, string> {
    const quiet = {
      LOG_LEVEL: 'fatal',
      JOBS_PRIORITY: 'normal',
      DRAIN_SECONDS: '0',
      DISK_RESERVE_BYTES: '0',
    };
    return { PATH: process.env.PATH ?? '', ...quiet, ...this.settings };
  }
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() =>
        typeof address === 'object' && address !== null
          ? resolve(address.port)
          : reject(new Error('no free port')),
      );
    });
  });
}

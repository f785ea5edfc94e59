import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createRequire } from 'node:module';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { freePort } from '../../scripts/support/free-port.mjs';
import { packages, root } from '../../scripts/support/packages.mjs';

const verdaccio = path.join(
  path.dirname(createRequire(import.meta.url).resolve('verdaccio/package.json')),
  'bin/verdaccio',
);
const execute = promisify(execFile);

async function npmSetting(name: string): Promise<string> {
  const { stdout } = await execute('npm', ['config', 'get', name], { env: withoutNpm() });
  return stdout.trim();
}

/** Registry from which this machine's npm gets other packages, or null if it cannot be reached. */
export async function outerRegistry(): Promise<string | null> {
  const url = await npmSetting('registry');
  const answer = await fetch(new URL('is-number', url), { signal: AbortSignal.timeout(10_000) }).catch(
    () => null,
  );
  return answer?.ok === true ? url : null;
}

/** The environment without the settings of the npm that runs the tests. */
function withoutNpm(): Record<string, string> {
  const own = Object.entries(process.env).filter(([name]) => !/^(npm_|VITEST|NODE_ENV)/i.test(name));
  return Object.fromEntries(own.filter((entry): entry is [string, string] => entry[1] !== undefined));
}

/** A registry on this machine with our packages as they would be published, and a proxy to all others. */
export class Registry {
  #process: ChildProcess | undefined;

  private constructor(
    readonly folder: string,
    readonly url: string,
  ) {}

  static async start(outer: string): Promise<Registry> {
    const folder = await mkdtemp(path.join(tmpdir(), 'skiptrace-registry-'));
    const port = await freePort();
    const registry = new Registry(folder, `http://127.0.0.1:${port}/`);
    const ours = '{ access: $all, publish: $all }';
    const config = [
      `storage: ${path.join(folder, 'storage')}`,
      `uplinks: { outer: { url: '${outer}', maxage: 1h, timeout: 60s } }`,
      `packages: { '@skiptrace/*': ${ours}, skiptrace: ${ours}, '**': { access: $all, proxy: outer } }`,
      `auth: { htpasswd: { file: ${path.join(folder, 'users')} } }`,
      'max_body_size: 100mb',
      'log: { type: stdout, format: pretty, level: fatal }',
    ];
    await writeFile(path.join(folder, 'config.yaml'), `${config.join('\n')}\n`);
    // A separate npm: its cache is empty, and its settings name only this registry and, from this machine,
    // the SQLite binary and the headers it is compiled with, if these cannot be downloaded.
    const nodedir = await npmSetting('nodedir');
    const settings = [
      `registry=${registry.url}`,
      `//127.0.0.1:${port}/:_authToken=test`,
      'audit=false',
      'fund=false',
      'update-notifier=false',
      ...(nodedir === 'undefined' ? [] : [`nodedir=${nodedir}`]),
    ];
    await writeFile(path.join(folder, 'npmrc'), `${settings.join('\n')}\n`);
    await registry.#offerSqlite();
    const words = [verdaccio, '--config', path.join(folder, 'config.yaml'), '--listen', `127.0.0.1:${port}`];
    registry.#process = spawn(process.execPath, words, { cwd: folder, stdio: 'ignore' });
    for (let tries = 0; tries < 300; tries += 1) {
      if (await fetch(new URL('-/ping', registry.url)).catch(() => null)) return registry;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    await registry.close();
    throw new Error('the registry did not start');
  }

  /** Environment of a person's shell on a machine without our programs. */
  environment(home: string): Record<string, string> {
    const { PATH = '' } = process.env;
    return {
      PATH,
      HOME: home,
      LANG: 'C.UTF-8',
      npm_config_userconfig: path.join(this.folder, 'npmrc'),
      npm_config_cache: path.join(this.folder, 'cache'),
      npm_config_sqlite3_local_prebuilds: this.#prebuilds,
    };
  }

  get #prebuilds(): string {
    return path.join(this.folder, 'prebuilds');
  }

  /**
   * Places this clone's SQLite where its installer looks before it downloads one: compiling it again takes
   * minutes. If the installer looks for another name (another C library), it downloads or compiles as usual.
   */
  async #offerSqlite(): Promise<void> {
    const sqlite3 = path.dirname(createRequire(import.meta.url).resolve('sqlite3/package.json'));
    const manifest = JSON.parse(await readFile(path.join(sqlite3, 'package.json'), 'utf8')) as {
      version: string;
      binary: { napi_versions: number[] };
    };
    const api = Math.max(...manifest.binary.napi_versions);
    const name = `sqlite3-v${manifest.version}-napi-v${api}-${process.platform}-${process.arch}.tar.gz`;
    await mkdir(this.#prebuilds);
    const binary = 'build/Release/node_sqlite3.node';
    await execute('tar', ['-czf', path.join(this.#prebuilds, name), '-C', sqlite3, binary]);
  }

  /** Publishes every package to this registry. */
  async publish(): Promise<void> {
    const env = this.environment(this.folder);
    // Each after the ones it needs, as a release would publish them.
    for (const name of packages) {
      // The web app goes into the server's package.
      if (name === 'web') continue;
      await execute('npm', ['publish', path.join(root, 'packages', name)], { cwd: this.folder, env });
    }
    await this.#noteShrinkwrap();
  }

  /** The public registry notes in a version's metadata that its tarball has a shrinkwrap; this one doesn't. */
  async #noteShrinkwrap(): Promise<void> {
    const file = path.join(this.folder, 'storage/@skiptrace/server/package.json');
    const metadata = JSON.parse(await readFile(file, 'utf8')) as {
      versions: Record<string, Record<string, unknown>>;
    };
    for (const version of Object.values(metadata.versions)) version._hasShrinkwrap = true;
    await writeFile(file, JSON.stringify(metadata));
  }

  /** An empty folder, which is also the home directory of the commands run in it. */
  async emptyFolder(): Promise<string> {
    return mkdtemp(path.join(this.folder, 'home-'));
  }

  async close(): Promise<void> {
    const child = this.#process;
    if (child !== undefined && child.exitCode === null) {
      child.kill();
      await once(child, 'exit');
    }
    await rm(this.folder, { recursive: true, force: true });
  }
}

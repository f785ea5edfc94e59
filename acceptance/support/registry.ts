import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { createReadStream } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { packages, root } from '../../scripts/support/packages.mjs';

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

/** A tarball, as `npm pack --json` reports it. */
interface Packed {
  name: string;
  version: string;
  filename: string;
  integrity: string;
  shasum: string;
}

/** A registry on this machine with our packages as they would be published; requests for others are sent on to the outer one. */
export class Registry {
  /** Our packages' metadata, as npm's registry answers it (its "packument"). */
  readonly #metadata = new Map<string, string>();

  private constructor(
    readonly folder: string,
    private readonly server: Server,
    private readonly url: string,
  ) {}

  static async start(outer: string): Promise<Registry> {
    const folder = await mkdtemp(path.join(tmpdir(), 'skiptrace-registry-'));
    const server = createServer((request, response) => {
      registry.#answer(request, response, outer);
    });
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const address = server.address();
    const port = typeof address === 'object' && address !== null ? address.port : 0;
    const registry = new Registry(folder, server, `http://127.0.0.1:${port}/`);
    // A separate npm: its cache is empty, and its settings name only this registry and, from this machine,
    // the SQLite binary and the headers it is compiled with, if these cannot be downloaded.
    const nodedir = await npmSetting('nodedir');
    const settings = [
      `registry=${registry.url}`,
      'audit=false',
      'fund=false',
      'update-notifier=false',
      ...(nodedir === 'undefined' ? [] : [`nodedir=${nodedir}`]),
    ];
    await writeFile(path.join(folder, 'npmrc'), `${settings.join('\n')}\n`);
    await registry.#offerSqlite();
    return registry;
  }

  #answer({ url = '/' }: IncomingMessage, response: ServerResponse, outer: string): void {
    const asked = decodeURIComponent(url.slice(1));
    const metadata = this.#metadata.get(asked);
    if (metadata !== undefined) response.setHeader('content-type', 'application/json').end(metadata);
    else if (asked.endsWith('.tgz') && !asked.includes('/'))
      createReadStream(path.join(this.folder, asked)).pipe(response);
    else response.writeHead(302, { location: new URL(url.slice(1), outer).href }).end();
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

  /** Adds every package, packed as for a release. */
  async publish(): Promise<void> {
    const env = this.environment(this.folder);
    // The web app goes into the server's package.
    const folders = packages
      .filter((name) => name !== 'web')
      .map((name) => path.join(root, 'packages', name));
    const { stdout } = await execute('npm', ['pack', '--json', ...folders], { cwd: this.folder, env });
    for (const { name, version, filename, integrity, shasum } of JSON.parse(stdout) as Packed[]) {
      const file = ['-xzOf', path.join(this.folder, filename), 'package/package.json'];
      const manifest = JSON.parse((await execute('tar', file)).stdout) as object;
      const dist = { tarball: `${this.url}${filename}`, integrity, shasum };
      // The public registry notes it where a tarball has a shrinkwrap, and npm reads it only then.
      const noted = name === '@skiptrace/server' ? { _hasShrinkwrap: true } : {};
      const versions = { [version]: { ...manifest, ...noted, dist } };
      this.#metadata.set(name, JSON.stringify({ name, 'dist-tags': { latest: version }, versions }));
    }
  }

  /** An empty folder, which is also the home directory of the commands run in it. */
  async emptyFolder(): Promise<string> {
    return mkdtemp(path.join(this.folder, 'home-'));
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    this.server.close();
    await rm(this.folder, { recursive: true, force: true });
  }
}

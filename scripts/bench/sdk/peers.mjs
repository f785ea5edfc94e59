// The other clients, in a folder of their own: nobody else should have to install them.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

const folder = path.resolve(import.meta.dirname, '../../../node_modules/.cache/bench-sdk');
const versions = { axios: '1.21.1', got: '14.6.6', ky: '1.14.3' };

export async function peers() {
  const entry = path.join(folder, 'peers.mjs');
  if (!existsSync(entry)) {
    mkdirSync(folder, { recursive: true });
    writeFileSync(path.join(folder, 'package.json'), '{"private":true}');
    const names = Object.entries(versions).map(([name, version]) => `${name}@${version}`);
    const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^npm_/i.test(name)));
    execFileSync('npm', ['install', '--no-audit', '--no-fund', ...names], {
      cwd: folder,
      env,
      stdio: 'ignore',
    });
    // Packages are found from the file that names them, so that file has to lie there too.
    const lines = Object.keys(versions).map((name) => `export { default as ${name} } from '${name}';\n`);
    writeFileSync(entry, lines.join(''));
  }
  return import(pathToFileURL(entry).href);
}

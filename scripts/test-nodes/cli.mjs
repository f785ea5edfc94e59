// skiptrace as a stranger runs it: from the tarball, by npx and by its name, without any other package.
import path from 'node:path';

export const packages = ['cli'];

/** The most that is installed. Half of it is undici, which the SDK inside brings. */
export const most = { packages: 4, bytes: 1_350_000 };

/** Runs the command line in this process's Node and reports how it ended. */
const helper = `
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
const bin = process.argv[2];
const env = { PATH: process.env.PATH, HOME: process.cwd() };
const skiptrace = (...words) => spawnSync(process.execPath, [bin, ...words], { encoding: 'utf8', env });
`;

const words = `${helper}
assert.match(skiptrace('--version').stdout, /^\\d+\\.\\d+\\.\\d+\\n$/);
assert.match(skiptrace('--help').stdout, /skiptrace upload leads\\.csv/);
for (const shell of ['bash', 'zsh', 'fish']) assert.equal(skiptrace('completion', shell).status, 0);
const typo = skiptrace('uplaod', 'leads.csv');
assert.equal(typo.status, 2);
assert.match(typo.stderr, /Did you mean upload/);
const away = skiptrace('jobs', 'list', '--json', '--base-url', 'http://127.0.0.1:1');
assert.equal(away.status, 4);
assert.equal(JSON.parse(away.stderr).error.charged_cents, 0);
`;

const files = `${helper}
import { writeFileSync, readFileSync } from 'node:fs';
const address = '1 Oak St,Newark,NJ,7104';
writeFileSync('leads.csv', 'Property Address,Property City,Property State,Property Zip\\n' + address + '\\n');
const check = skiptrace('csv', 'check', 'leads.csv', '--fix');
assert.equal(check.status, 0, check.stderr);
assert.match(readFileSync('leads.fixed.csv', 'utf8'), /,07104/);
const dry = skiptrace('upload', 'leads.csv', '--dry-run', '--json=maxCents');
assert.equal(dry.stdout, '{"maxCents":4}\\n');
`;

const bin = ({ folder }) => path.join(folder, 'node_modules', 'skiptrace', 'bin', 'skiptrace.js');

export const cases = [
  {
    name: 'version, help, completion and refusals',
    files: { 'words.mjs': words },
    command: (at) => ['words.mjs', bin(at)],
  },
  {
    name: 'files are checked, repaired and priced',
    files: { 'files.mjs': files },
    command: (at) => ['files.mjs', bin(at)],
  },
  {
    name: 'npx finds it',
    files: {
      'npx.mjs': `
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
const npx = spawnSync('npx', ['--no', '--', 'skiptrace', '--version'], { cwd: process.argv[2], encoding: 'utf8' });
assert.match(npx.stdout, /^\\d+\\.\\d+\\.\\d+\\n$/, npx.stderr);
`,
    },
    command: ({ folder }) => ['npx.mjs', folder],
    once: true,
  },
];

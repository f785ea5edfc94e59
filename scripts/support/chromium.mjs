// The Chromium that the tests of the web app drive and `npm run screens` takes pictures with. It comes from npm, packed.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import { CannotStart } from './cannot-start.mjs';
import { root } from './packages.mjs';

/** The packed one exists for Linux on x64; elsewhere an installed Chrome is used, if there is one. */
const isPacked = process.platform === 'linux' && process.arch === 'x64';
const INSTALLED = {
  darwin: '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  win32: 'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
  linux: '/usr/bin/chromium',
};
const installed = INSTALLED[process.platform] ?? '';

/**
 * Arguments of the browser. Not the arguments of its package, which are for machines that run one page: they
 * disable the isolation of origins.
 */
export const CHROMIUM_ARGUMENTS = ['--no-sandbox', '--font-render-hinting=none'];

export const hasChromium = isPacked || existsSync(installed);

/** Path of the program. The packed one is unpacked on first use. */
export function chromiumPath() {
  if (!isPacked) return installed;
  const modules = path.join(root, 'node_modules');
  const manifest = path.join(modules, '@sparticuz/chromium/package.json');
  const folder = path.join(modules, `.chromium-${JSON.parse(readFileSync(manifest, 'utf8')).version}`);
  if (!existsSync(folder)) unpackTo(folder);
  return path.join(folder, 'chromium');
}

/**
 * Runs `launch`, which starts Chromium.
 * @throws CannotStart when it does not start, with the line of its output that says why
 */
export async function started(launch) {
  try {
    return await launch();
  } catch (error) {
    const lines = String(error.message).split('\n');
    const why = lines.find((line) => /error while loading|cannot open|EACCES|denied/i.test(line)) ?? lines[0];
    throw new CannotStart(
      `Chromium does not start: ${why.trim().replace(/\.+$/, '')}. On Debian, \`npx playwright-core install-deps chromium\` installs the libraries that it needs; a folder that is mounted noexec can't hold the clone.`,
    );
  }
}

/** Unpacks into a temporary folder first, because another process could start a half-written file. */
function unpackTo(folder) {
  const unfinished = mkdtempSync(`${folder}-`);
  const unpack = "await (await import('@sparticuz/chromium')).default.executablePath()";
  execFileSync(process.execPath, ['--input-type=module', '--eval', unpack], {
    cwd: root,
    env: { ...process.env, TMPDIR: unfinished },
  });
  try {
    renameSync(unfinished, folder);
  } catch (error) {
    rmSync(unfinished, { recursive: true, force: true });
    // Another process was faster.
    if (!existsSync(folder)) throw error;
  }
}

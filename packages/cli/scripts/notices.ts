import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

interface Emitter {
  emitFile(file: { type: 'asset'; fileName: string; source: string }): string;
}

/** The part of the bundler's output that names the included modules. */
interface Output {
  readonly moduleIds?: readonly string[];
}

/** License texts, from their repositories, for packages with tarballs that lack them. */
const LEFT_OUT = path.resolve('scripts/licenses');

const FOLDER_OF_PACKAGE = /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/;

/**
 * The bundle contains other people's packages, and their licenses require that each copy carries their text:
 * collects the packages in the bundle and writes their licenses into one file.
 */
export function thirdPartyNotices(fileName: string) {
  return {
    name: 'third-party-notices',
    generateBundle(this: Emitter, _options: unknown, bundle: Readonly<Record<string, Output>>): void {
      const modules = Object.values(bundle).flatMap(({ moduleIds = [] }) => moduleIds);
      const folders = modules.flatMap((id) => FOLDER_OF_PACKAGE.exec(id.replace(/^\0/, ''))?.[0] ?? []);
      const notices = [...new Set(folders)].map(noticeOf).sort();
      const source = `This program contains the following packages.\n\n${notices.join('\n')}`;
      this.emitFile({ type: 'asset', fileName, source });
    },
  };
}

function noticeOf(folder: string): string {
  const { name, version, license } = JSON.parse(
    readFileSync(path.join(folder, 'package.json'), 'utf8'),
  ) as Record<string, unknown>;
  const own = readdirSync(folder).find((entry) => /^licen[cs]e(?:[.-]|$)/i.test(entry));
  const file = own === undefined ? path.join(LEFT_OUT, `${String(name)}.txt`) : path.join(folder, own);
  if (!existsSync(file)) throw new Error(`${String(name)} has no license text: put it into ${file}`);
  const words = readFileSync(file, 'utf8').trim();
  return `${String(name)} ${String(version)} (${String(license)})\n${'-'.repeat(80)}\n${words}\n\n`;
}

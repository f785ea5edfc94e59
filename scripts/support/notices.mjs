// The bundles contain other people's packages, and their licenses require that each copy carries their text.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** License texts, from their repositories, for packages with tarballs that lack them. */
const LEFT_OUT = path.join(import.meta.dirname, 'licenses');

const FOLDER_OF_PACKAGE = /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/;

/** Plugin of the bundler that collects the packages in the bundle and writes their licenses into one file. */
export function thirdPartyNotices(/** @type {string} */ fileName) {
  return {
    name: 'third-party-notices',
    /** @this {{ emitFile(file: object): string }} */
    generateBundle(
      /** @type {unknown} */ _options,
      /** @type {Readonly<Record<string, { readonly moduleIds?: readonly string[] }>>} */ bundle,
    ) {
      const modules = Object.values(bundle).flatMap(({ moduleIds = [] }) => moduleIds);
      const folders = modules.flatMap((id) => FOLDER_OF_PACKAGE.exec(id.replace(/^\0/, ''))?.[0] ?? []);
      const notices = [...new Set(folders)].map(noticeOf).sort();
      const source = `This program contains the following packages.\n\n${notices.join('\n')}`;
      this.emitFile({ type: 'asset', fileName, source });
    },
  };
}

function noticeOf(/** @type {string} */ folder) {
  const { name, version, license, licenses } = JSON.parse(
    readFileSync(path.join(folder, 'package.json'), 'utf8'),
  );
  const own = readdirSync(folder).find((entry) => /^licen[cs]e(?:[.-]|$)/i.test(entry));
  const file =
    own === undefined ? path.join(LEFT_OUT, `${name.replace('/', '-')}.txt`) : path.join(folder, own);
  if (!existsSync(file)) throw new Error(`${name} has no license text: put it into ${file}`);
  const words = readFileSync(file, 'utf8').trim();
  return `${name} ${version} (${license ?? licenses[0].type})\n${'-'.repeat(80)}\n${words}\n\n`;
}

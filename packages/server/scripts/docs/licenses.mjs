// Writes scalar.LICENSE.txt: the licenses of the packages in Scalar's one file, which must go with each copy. By hand, when Scalar's
// version changes; in an empty folder:
//
//   npm install @scalar/api-reference@VERSION   the version that @scalar/fastify-api-reference has in its file
//   node …/packages/server/scripts/docs/licenses.mjs node_modules/@scalar/api-reference
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** Folder in which Node finds a package from another folder; null if the package isn't installed. */
function packageFolder(name, from) {
  for (let at = from; ; at = path.dirname(at)) {
    const found = path.join(at, 'node_modules', name);
    if (existsSync(path.join(found, 'package.json'))) return found;
    if (at === path.dirname(at)) return null;
  }
}

const MIT = `Permission is hereby granted, free of charge, to any person obtaining a copy of this software and associated documentation
files (the "Software"), to deal in the Software without restriction, including without limitation the rights to use, copy,
modify, merge, publish, distribute, sublicense, and/or sell copies of the Software, and to permit persons to whom the Software
is furnished to do so, subject to the following conditions:

The above copyright notice and this permission notice shall be included in all copies or substantial portions of the Software.

THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR IMPLIED, INCLUDING BUT NOT LIMITED TO THE WARRANTIES
OF MERCHANTABILITY, FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE AUTHORS OR COPYRIGHT HOLDERS BE
LIABLE FOR ANY CLAIM, DAMAGES OR OTHER LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR OTHERWISE, ARISING FROM, OUT OF OR
IN CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN THE SOFTWARE.`;

const isCopyright = (line) => /^\s*(?:copyright|\(c\)|©)/i.test(line);
const seen = new Set();
/** Texts without the lines that name the holder, each with its packages: most texts are the same. */
const groups = new Map();
const waiting = [path.resolve(process.argv[2])];
for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
  if (seen.has(at)) continue;
  seen.add(at);
  const {
    name,
    version,
    license,
    dependencies = {},
  } = JSON.parse(readFileSync(path.join(at, 'package.json'), 'utf8'));
  const file = readdirSync(at).find((entry) => /^licen[cs]e(?:[.-]|$)/i.test(entry));
  // Scalar's own packages, and a few others, leave the text out.
  const holder = name.startsWith('@scalar/') ? 'Scalar' : `the authors of ${name}`;
  const text =
    file === undefined ? `Copyright (c) ${holder}\n${MIT}` : readFileSync(path.join(at, file), 'utf8');
  const lines = text.trim().split(/\r?\n/);
  const words = lines.filter(
    (line) => !isCopyright(line) && !/^(?:the )?mit license(?: \(mit\))?$/i.test(line.trim()),
  );
  const body = words.join('\n').trim();
  const key = body.replace(/\W+/g, ' ').trim().toLowerCase();
  const group = groups.get(key) ?? { body, packages: [] };
  const holders = lines.filter(isCopyright).map((line) => line.trim());
  group.packages.push([`${name} ${version} (${license})`, ...holders].join('\n    '));
  groups.set(key, group);
  for (const needed of Object.keys(dependencies)) {
    const found = packageFolder(needed, at);
    if (found !== null) waiting.push(found);
  }
}
const notices = [...groups.values()].map(
  ({ body, packages }) => `${packages.sort().join('\n')}\n${'-'.repeat(80)}\n${body}\n`,
);
writeFileSync(path.join(import.meta.dirname, 'scalar.LICENSE.txt'), notices.sort().join('\n'));

// Speed, as a ratio to a named peer in the same run, never as a timed test: `npm run bench -- NAME [options]`.
// Each file of scripts/bench/ is one benchmark that exports `run(args)`; without a name, all of them run in turn.
// `npm run bench -- --smoke` runs all of them on tiny data: whether each still works, not how fast.
import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';

const folder = path.join(import.meta.dirname, 'bench');
const names = readdirSync(folder)
  .filter((file) => file.endsWith('.mjs'))
  .map((file) => path.basename(file, '.mjs'));
const words = process.argv.slice(2);
const [name, ...args] = words[0]?.startsWith('--') ? [undefined, ...words] : words;

if (name !== undefined && !existsSync(path.join(folder, `${name}.mjs`))) {
  console.error(`bench: there is no ${name}; there are ${names.join(', ')}`);
  process.exit(2);
}
for (const chosen of name === undefined ? names : [name]) {
  console.log(`# ${chosen}`);
  const { run } = await import(path.join(folder, `${chosen}.mjs`));
  await run(args);
}

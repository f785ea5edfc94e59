import { unwrapped } from './written.js';

/** Placeholders that people and programs write for an empty cell. */
const SENTINELS: ReadonlySet<string> = new Set([
  '',
  'n/a',
  '#n/a',
  'na',
  'null',
  'none',
  'nan',
  'unknown',
  'tbd',
  '0',
  '-',
  '--',
  'vacant land',
  'no situs address',
  'dnc excluded',
]);

const LONGEST = Math.max(...Array.from(SENTINELS, (sentinel) => sentinel.length));
/** By character code: true for letters and digits that begin no placeholder. This decides nearly every cell. */
const BEGINS_NONE = Array.from({ length: 128 }, (_, code) => {
  const first = String.fromCharCode(code).toLowerCase();
  return /[a-z0-9]/.test(first) && !Array.from(SENTINELS).some((sentinel) => sentinel.startsWith(first));
});
const REPEATED_SPACE = /\s\s|[^\S ]/;

/** True for a cell that means "empty". An address cell like that is still looked up, in vain (reading 26). */
export function isSentinel(value: string): boolean {
  if (BEGINS_NONE[value.charCodeAt(0)] === true) return false;
  const plain = unwrapped(value);
  const spaced = REPEATED_SPACE.test(plain) ? plain.replace(/\s+/g, ' ') : plain;
  return spaced.length <= LONGEST && SENTINELS.has(spaced.toLowerCase());
}

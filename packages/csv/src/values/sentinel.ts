import { unwrapped } from './written.js';

/** What people and programs write where they have nothing to say. */
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

/** True for a cell that means "empty". An address cell of this kind is still looked up, in vain (reading 26). */
export function isSentinel(value: string): boolean {
  return SENTINELS.has(unwrapped(value).toLowerCase().replace(/\s+/g, ' '));
}

import type * as esm from './load.esm.js';

/** A `require` of a name that is not known yet is something that webpack warns of; one that Node makes is not. */
export const load: typeof esm.load = async (name) => {
  const { createRequire } = await import('node:module');
  return createRequire(__filename)(name) as unknown;
};

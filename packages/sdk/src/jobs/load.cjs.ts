import type * as esm from './load.esm.js';

/** Webpack warns of a `require` with a variable name; it does not see one that Node creates. */
export const load: typeof esm.load = async (name) => {
  const { createRequire } = await import('node:module');
  return createRequire(__filename)(name) as unknown;
};

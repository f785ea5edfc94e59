/**
 * Loads an optional package. Its name comes as an argument, so that bundlers do not look for what need not be there. The build for
 * CommonJS gets load.cjs.ts in its place (tsdown.config.ts).
 */
export function load(name: string): Promise<unknown> {
  return import(/* webpackIgnore: true */ /* @vite-ignore */ name) as Promise<unknown>;
}

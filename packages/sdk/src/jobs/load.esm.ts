/**
 * Loads an optional package. The name is passed as an argument so that bundlers do not try to resolve it. The CommonJS build
 * gets load.cjs.ts instead (tsdown.config.ts).
 */
export function load(name: string): Promise<unknown> {
  return import(/* webpackIgnore: true */ /* @vite-ignore */ name) as Promise<unknown>;
}

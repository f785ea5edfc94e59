/**
 * A writable stream of Node's, described by what is used of it: programs without Node's types (browsers, Workers) can then
 * compile against this package.
 */
export interface OutputStream {
  readonly destroyed: boolean;
  readonly writableEnded: boolean;
  write(chunk: Uint8Array, done: (error?: Error | null) => void): boolean;
  on(event: 'error', listener: (error: Error) => void): unknown;
  off(event: 'error', listener: (error: Error) => void): unknown;
}

/** A request of the suite. At most one of `json` and `body`. */
export interface Outgoing {
  readonly method: string;
  /** Path below the base URL, or a whole URL from the service. */
  readonly path: string;
  /** Sent as `Authorization: Bearer`, to the base URL only. */
  readonly key?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly json?: unknown;
  readonly body?: string | Uint8Array<ArrayBuffer> | FormData;
}

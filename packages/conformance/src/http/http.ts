import { Mismatch, type Exchange, type Outgoing } from './exchange.js';
import { type Wallet, chargedCents, worstCaseCents, type KnownPrices } from './cost.js';
import { faultsOf, operationOf } from './contract.js';

const TIMEOUT_MS = 120_000;

/** Sends requests, and records and validates every answer. Refuses requests that the wallet does not cover. */
export class Http {
  readonly #base: URL;

  constructor(
    baseUrl: string,
    private readonly wallet: Wallet,
    private readonly known: KnownPrices,
    private readonly seen: (exchange: Exchange) => void,
  ) {
    this.#base = new URL(baseUrl.endsWith('/') ? baseUrl : `${baseUrl}/`);
  }

  /** @throws Skip if it could cost too much; Mismatch if there is no answer */
  async send(request: Outgoing): Promise<Exchange> {
    const url = new URL(request.path.replace(/^\//, ''), this.#base);
    const path = this.#pathOf(url);
    const operation = path === undefined ? undefined : operationOf(request.method, path);
    const settle = this.wallet.reserve(worstCaseCents(operation, request, this.known));
    const { status, headers, bytes } = await this.#fetch(url, request, path !== undefined);
    const json = parsed(bytes);
    const charged = chargedCents(operation, status, json);
    if (charged !== null) settle(charged);
    const faults = operation === undefined ? [] : faultsOf(operation, { status, headers, json });
    const exchange: Exchange = {
      method: request.method,
      path: path ?? url.pathname,
      operation,
      status,
      headers,
      bytes,
      json,
      faults,
    };
    this.seen(exchange);
    return exchange;
  }

  /** The path below the base URL; undefined on another host, which never sees a key. */
  #pathOf({ origin, pathname }: URL): string | undefined {
    const root = this.#base.pathname;
    return origin === this.#base.origin && pathname.startsWith(root)
      ? `/${pathname.slice(root.length)}`
      : undefined;
  }

  async #fetch(url: URL, { method, key, headers, json, body }: Outgoing, ours: boolean) {
    try {
      const response = await fetch(url, {
        method,
        redirect: 'manual',
        signal: AbortSignal.timeout(TIMEOUT_MS),
        headers: {
          ...(key === undefined || !ours ? {} : { Authorization: `Bearer ${key}` }),
          ...(json === undefined ? {} : { 'Content-Type': 'application/json' }),
          ...headers,
        },
        ...(json === undefined ? (body === undefined ? {} : { body }) : { body: JSON.stringify(json) }),
      });
      const bytes = new Uint8Array(await response.arrayBuffer());
      return { status: response.status, headers: response.headers, bytes };
    } catch (error) {
      throw new Mismatch('an answer', `none to ${method} ${url.pathname}: ${causeOf(error)}`);
    }
  }
}

/** fetch says only "fetch failed"; the reason is in its cause. */
function causeOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? error.cause.message || error.cause.name : error.message;
}

function parsed(bytes: Uint8Array): unknown {
  if (bytes.length === 0 || !/[{["\-\dtfn]/.test(String.fromCharCode(bytes[0] ?? 0))) return undefined;
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes)) as unknown;
  } catch {
    return undefined;
  }
}

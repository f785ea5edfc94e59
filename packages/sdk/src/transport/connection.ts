import type { Settings } from './options.js';
import type { Sender } from './exchange.js';
import { Lifetime } from './call-scope.js';
import type { Clock } from '../clock.js';
import { RateGate } from './rate-gate.js';

/** Facts learned about one server with one key; clients of one connection share them. */
export class ServiceState {
  /** True if this server has echoed an Idempotency-Key, which shows that it honors keys. */
  honorsKeys = false;
  /** True if a request has ever reached it, answered or not. */
  wasReached = false;
  /** Price of a match, in cents, once it was requested or charged. */
  price: Promise<number> | undefined;
  readonly #clock: Clock;
  readonly #gates = new Map<string, RateGate>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** The gate of a rate limit, by the name of its allowance. */
  gate(limit: string): RateGate {
    let gate = this.#gates.get(limit);
    if (!gate) {
      gate = new RateGate(this.#clock);
      this.#gates.set(limit, gate);
    }
    return gate;
  }
}

/** State shared by all clients of one set of sockets. */
interface Shared {
  readonly sender: Sender;
  readonly services: Map<string, { readonly source: unknown; readonly state: ServiceState }[]>;
}

/**
 * One client's part in a set of sockets. The sockets belong to the client that was made with `new SkipTrace`;
 * clients made from it by `withOptions` send over them, and each ends its own calls.
 */
export class Connection {
  readonly #shared: Shared;
  /** The owner of the sockets, for a client made by `withOptions`. */
  readonly #owner: Connection | undefined;
  /** Ends with `close()`, and is not followed by another. */
  readonly lifetime: Lifetime;

  private constructor(shared: Shared, owner?: Connection) {
    this.#shared = shared;
    this.#owner = owner;
    this.lifetime = new Lifetime(owner?.lifetime);
  }

  static over(sender: Sender): Connection {
    return new Connection({ sender, services: new Map() });
  }

  /** The part of a client made by `withOptions`. */
  derived(): Connection {
    return new Connection(this.#shared, this.#owner ?? this);
  }

  get sender(): Sender {
    return this.#shared.sender;
  }

  /** State of the settings' server with their key: limits and keys belong to an account at a server. */
  serviceOf({ baseUrl, apiKey, clock }: Settings): ServiceState {
    const { services } = this.#shared;
    const known = services.get(baseUrl) ?? [];
    services.set(baseUrl, known);
    const found = known.find(({ source }) => source === apiKey?.source);
    if (found) return found.state;
    const state = new ServiceState(clock);
    known.push({ source: apiKey?.source, state });
    return state;
  }

  /** Ends every call of this client, also waiting ones. The owner's also ends the calls of all others, and the sockets. */
  async close(): Promise<void> {
    this.lifetime.end();
    if (!this.#owner) await this.sender.close();
  }
}

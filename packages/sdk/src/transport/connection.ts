import type { Settings } from '../options.js';
import type { Sender } from './exchange.js';
import { Lifetime } from './lifetime.js';
import { ServiceState } from './service-state.js';

/** What a client and those made of it by `withOptions` have in common: their sockets, and what `close()` ends. */
export class Connection {
  readonly sender: Sender;
  /** Until the next `close()`. */
  #lifetime = new Lifetime();

  readonly #services = new Map<string, { readonly source: unknown; readonly state: ServiceState }[]>();

  constructor(sender: Sender) {
    this.sender = sender;
  }

  get lifetime(): Lifetime {
    return this.#lifetime;
  }

  /** What is known of the settings' server with their key: limits and keys belong to an account at a server. */
  serviceOf({ baseUrl, apiKey, clock }: Settings): ServiceState {
    const known = this.#services.get(baseUrl) ?? [];
    this.#services.set(baseUrl, known);
    const found = known.find(({ source }) => source === apiKey?.source);
    if (found) return found.state;
    const state = new ServiceState(clock);
    known.push({ source: apiKey?.source, state });
    return state;
  }

  /** Ends every call in progress, those that are asleep as well. Calls made later open new sockets. */
  async close(): Promise<void> {
    this.#lifetime.end();
    this.#lifetime = new Lifetime();
    await this.sender.close();
  }
}

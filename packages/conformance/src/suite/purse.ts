import { limits, type BulkSkipTraceResponse } from '@skiptrace/contract';
import type { Account, FullAddress } from '../fixtures/fixtures.js';
import { CENTS_PER_MATCH } from '../http/cost.js';
import type { Http } from '../http/http.js';
import { expectBody, expectEqual, expectStatus } from './expect.js';
import { Skip } from '../http/exchange.js';

/**
 * An account with a balance that is measured from outside. No operation returns a balance, but a bulk of n
 * addresses is refused with 402 unless the balance covers n matches, and costs nothing if all of them miss.
 * So the balance is known to four cents: the largest n that passes.
 */
export class Purse {
  #matches: number;
  #measured = false;

  constructor(
    readonly account: Account & { balanceCents: number },
    private readonly miss: FullAddress,
  ) {
    this.#matches = Math.min(Math.floor(account.balanceCents / CENTS_PER_MATCH), largest);
  }

  get key(): string {
    return this.account.key;
  }

  /** Number of matches that the balance covers, before the next charge. @throws Skip if they are fewer */
  async covers(http: Http, atLeast: number): Promise<number> {
    if (!this.#measured) await this.#measure(http);
    if (this.#matches < atLeast)
      throw new Skip(`the purse covers ${this.#matches} matches, and ${atLeast} are needed`);
    return this.#matches;
  }

  /** Measures the balance again, and compares. */
  async expect(http: Http, matches: number, after: string): Promise<void> {
    const before = this.#matches;
    await this.#measure(http);
    const cents = (count: number) => count * CENTS_PER_MATCH;
    expectEqual(
      `cents charged to the balance ${after}:`,
      cents(before - this.#matches),
      cents(before - matches),
    );
  }

  async #measure(http: Http): Promise<void> {
    this.#measured = false;
    while (this.#matches < largest && (await this.#passes(http, this.#matches + 1))) this.#matches += 1;
    while (this.#matches > 0 && !(await this.#passes(http, this.#matches))) this.#matches -= 1;
    this.#measured = true;
  }

  async #passes(http: Http, matches: number): Promise<boolean> {
    const addresses = Array.from({ length: matches }, () => this.miss);
    const exchange = await http.send({
      method: 'POST',
      path: '/api/v1/skip-trace-bulk',
      key: this.key,
      json: { addresses },
    });
    expectStatus(exchange, 200, 402);
    if (exchange.status === 402) return false;
    const { matched } = expectBody<BulkSkipTraceResponse>(exchange, 200);
    expectEqual('matches among the fixture miss:', matched, 0, exchange);
    return true;
  }
}

/** One more address must still fit into a bulk request. */
const largest = limits.addressesPerBulkRequest - 1;

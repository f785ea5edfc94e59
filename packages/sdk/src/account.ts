import type { Account as ContractAccount, components } from '@skiptrace/contract';
import type { OptionKinds } from './check-options.js';
import { isSkipTraceError, NotOfferedError } from './errors.js';
import type { Opened } from './open-answers.js';
import type { FullAnswer } from './transport/answer.js';
import { type CallOptions, callOptions } from './transport/options.js';
import type { Transport } from './transport/transport.js';

/**
 * The owner of the API key, the balance, and the price of a match. With a test key (`mode` is `test`) `dailyMisses` is what
 * the account's live keys have left: test lookups count no misses.
 */
export type Account = Opened<ContractAccount>;

export function readAccount(transport: Transport, options: CallOptions): Promise<FullAnswer<Account>> {
  return transport
    .operation<Account>('getAccount', {}, { ...options, expects: isAccount })
    .catch(notOffered('account details'));
}

/** For an operation beyond the interface specification: a server may answer with its page for unknown paths. */
const notOffered =
  (what: string) =>
  (error: unknown): never => {
    if (!isSkipTraceError(error, 'not_found')) throw error;
    const { status, requestId, operation, attempts } = error;
    throw new NotOfferedError(`This server does not offer ${what}. Nothing was charged.`, {
      status,
      requestId,
      operation,
      attempts,
      cause: error,
    });
  };

function isAccount(json: object): boolean {
  return (
    'balanceCents' in json && 'pricePerMatchCents' in json && typeof json.pricePerMatchCents === 'number'
  );
}

/** Deliveries to the account's webhook endpoints, and whether there can be any. */
export type DeliveryList = components['schemas']['DeliveryList'];

export interface DeliveryOptions extends CallOptions {
  /** ID of a delivery; only later deliveries are returned. */
  after?: string | undefined;
}

export const deliveryOptions: OptionKinds<DeliveryOptions> = { ...callOptions, after: 'string' };

export function readDeliveries(
  transport: Transport,
  { after, ...options }: DeliveryOptions,
): Promise<FullAnswer<DeliveryList>> {
  return transport
    .operation<DeliveryList>(
      'listDeliveries',
      { query: { after } },
      { ...options, expects: (json) => 'deliveries' in json },
    )
    .catch(notOffered('webhook deliveries'));
}

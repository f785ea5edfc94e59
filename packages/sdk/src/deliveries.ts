import type { components } from '@skiptrace/contract';

import { notOffered } from './account.js';
import { type Answer, answerOf } from './answer.js';
import type { OptionNames } from './check-options.js';
import type { ContractClient } from './raw.js';
import type { InternalCallOptions } from './transport/call.js';
import { type CallOptions, callOptions } from './transport/options.js';

/** Deliveries to the account's webhook endpoints, and whether there can be any. */
export type DeliveryList = components['schemas']['DeliveryList'];

export interface DeliveryOptions extends CallOptions {
  /** ID of a delivery; only later deliveries are returned. */
  after?: string | undefined;
}

export const deliveryOptions: OptionNames<DeliveryOptions> = { ...callOptions, after: true };

export function readDeliveries(
  raw: ContractClient,
  { after, ...options }: DeliveryOptions,
): Answer<DeliveryList> {
  const call: InternalCallOptions = { ...options, expects: (json) => 'deliveries' in json };
  const params = after === undefined ? {} : { params: { query: { after } } };
  const asked = raw.GET('/api/user/webhook-deliveries', { ...params, call });
  return answerOf<DeliveryList>(asked.catch(notOffered('webhook deliveries')));
}

import type { SkipTraceResponse } from '../open-answers.js';

import { type Answer, answerOf } from '../answer.js';
import type { CallOptions } from '../options.js';
import type { ContractClient } from '../raw.js';
import type { InternalCallOptions } from '../transport/call.js';
import { type AddressLike, asAddress } from './address.js';
import { isResult } from './result-shape.js';

export function lookup(
  raw: ContractClient,
  address: AddressLike,
  options: CallOptions,
): Answer<SkipTraceResponse> {
  const body = asAddress(address);
  const call: InternalCallOptions = { ...options, expects: isResult };
  return answerOf<SkipTraceResponse>(raw.POST('/api/v1/skip-trace', { body, call }));
}

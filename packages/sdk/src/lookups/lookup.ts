import type { SkipTraceResponse } from '@skiptrace/contract';

import { type Answer, answerOf } from '../answer.js';
import type { LookupResult } from '../open-answers.js';
import type { CallOptions } from '../options.js';
import type { ContractClient } from '../raw.js';
import type { InternalCallOptions } from '../transport/call.js';
import { type AddressLike, asAddress } from './address.js';
import { chargeOf } from './budget.js';
import { isResult } from './result-shape.js';

export function lookup(
  raw: ContractClient,
  address: AddressLike,
  options: CallOptions,
): Answer<LookupResult> {
  const body = asAddress(address);
  const call: InternalCallOptions = { ...options, expects: isResult };
  return answerOf(raw.POST('/api/v1/skip-trace', { body, call }), (answer) =>
    priced(answer as SkipTraceResponse),
  );
}

function priced(answer: SkipTraceResponse): LookupResult {
  if (!answer.found) return { ...answer, chargedCents: 0 };
  const { charged: _charged, ...match } = answer;
  return { ...match, chargedCents: chargeOf(answer) };
}

import type { SkipTraceMatch } from '@skiptrace/contract';
import { bodyOf, contract } from '../../api/clients.js';

/** An address together with the key under which it is paid for at most once. */
export interface Question {
  line: string;
  idempotencyKey: string;
}

export interface Answer {
  line: string;
  /** Null for a miss. */
  match: SkipTraceMatch | null;
  /** It is the answer of an earlier request with the same key: nothing was charged this time. */
  isReplayed: boolean;
}

/** @throws Problem */
export async function ask({ line, idempotencyKey }: Question): Promise<Answer> {
  const asking = contract.POST('/api/v1/skip-trace', {
    params: { header: { 'Idempotency-Key': idempotencyKey } },
    body: { address: line },
  });
  const body = await bodyOf(asking);
  const { response } = await asking;
  return {
    line,
    match: body.found ? body : null,
    isReplayed: response.headers.get('Idempotency-Replayed') === 'true',
  };
}

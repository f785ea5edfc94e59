import { type OperationPolicy, operationPolicies } from '@skiptrace/contract';
import { expect, it } from 'vitest';

import { type Meaning, mayResend } from './transport/outcome.js';
import { knownOperationAt } from './transport/operations.js';

const columns: readonly [Meaning, string][] = [
  ['rate-limited', '429 rate limit'],
  ['not-sent', 'nothing was sent'],
  ['declared-failure', 'JSON 500'],
  ['unclear', 'reset, timeout, 502–504, page'],
];

/** docs/retries.md, made from the contract's policies. `npx vitest run --project sdk -u` writes it anew. */
function page(): string {
  const rows = Object.entries<OperationPolicy>(operationPolicies).map(
    ([id, { method, path, money, safety }]) => {
      const operation = knownOperationAt(method, path)?.operation;
      if (!operation) throw new Error(`${id} is not found`);
      const cells = columns.map(([meaning]) => {
        if (mayResend(operation, meaning, false)) return 'again';
        if (mayResend(operation, meaning, true)) return 'again with its key, if the server echoes keys';
        return operation.idempotency === 'state' ? 'read the job' : 'throw';
      });
      return `| \`${id}\` | ${money === 'charges' ? 'yes' : 'no'} | ${safety} | ${cells.join(' | ')} |`;
    },
  );
  return `<!-- Generated from the contract's operation policies by retries-page.test.ts. Do not edit. -->

# What is sent again, and when

A request is sent again only where a second one cannot cost twice. Each operation's policy is part of the contract.

| operation | charges | safety | ${columns.map(([, title]) => title).join(' | ')} |
|---|---|---|${'---|'.repeat(columns.length)}
${rows.join('\n')}

- **again**: after \`Retry-After\`, or a backoff of 0.5 s doubling to 8 s, at most \`maxRetries\` times, all with one
  \`Idempotency-Key\` where the operation takes one.
- **again with its key, if the server echoes keys**: a server that honours keys echoes the \`Idempotency-Key\` in its
  answers. Once it has, the same key is sent again and answers with what the first attempt did. Before that, or against
  another server, the call throws \`UnknownOutcomeError\` with \`mayHaveBeenCharged\`, the key and the addresses.
- **read the job**: \`client.jobs\` reads the job, whose status says whether the action was carried out. Only if it was not
  is it sent again. Through \`client.raw\` the call throws \`UnknownOutcomeError\`.
- **throw**: the call ends with an error that says what is known.

Never sent again: 400, 401, 402, 404, 409, and the 429 of the daily cap on misses (its body has \`dailyMissLimit\`).
A \`Retry-After\` beyond \`maxRetryAfterMs\` (60 s) or the deadline is not waited for: the call throws at once with \`retryAt\`.

Being told to wait by a rate limit is no failed attempt. While one call waits, the client's other calls under the same
limit wait in a queue behind it, and then leave as the server's \`RateLimit-Remaining\` allows. A call gives up with
\`RateLimitError\` only when the server, asked more than \`maxRetries\` times and for longer than \`maxRetryAfterMs\`,
let nobody through (or at once with \`maxRetries: 0\`).
`;
}

it('the page on retries says what the code does', async () => {
  await expect(page()).toMatchFileSnapshot('../docs/retries.md');
});

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
  While a request may still be on its way to the service, no later answer makes its outcome known, except the status of
  the job and a 402.
- **throw**: the call ends with an error that says what is known.

Never sent again: 400, 401, 402, 404, 409, and the 429 of the daily cap on misses (its body has \`dailyMissLimit\`).
A \`Retry-After\` beyond \`maxRetryAfterMs\` (60 s) or the deadline is not waited for: the call throws at once with \`retryAt\`.

Being told to wait by a rate limit is no failed attempt. While one call waits, the client's other calls under the same
limit wait in a queue behind it, and then leave as the server's \`RateLimit-Remaining\` allows. A call gives up with
\`RateLimitError\` only when the server, asked more than \`maxRetries\` times and for longer than \`maxRetryAfterMs\`,
let nobody through (or at once with \`maxRetries: 0\`).

## Calls of more than one request

\`deadlineMs\` bounds the whole call: \`confirm\`, \`cancel\`, \`upload\`, \`download\`, a wait, \`run\` and \`bulk\`. Aborting and
\`close()\` end it too. After any of them nothing more is sent.

- **Waits for a job** read it every 1 to 30 s. A read that fails (5xx, a page with 200, a broken connection) is made again;
  the wait gives up when more than five in a row have failed over more than two minutes.
- **Uploads to a signed address** are tried 5 times, each time from the first byte.
- **Downloads** go on where they stopped if the file has a strong \`ETag\` and it is still the same, and begin again if not.
  They give up after 5 tries that brought no byte beyond the furthest so far. What is not a whole CSV is refused: another
  content type, an encoding, no length and no chunks, no bytes. Up to 5 redirects are followed, never from https to http.
- **\`run\`**: every \`SkipTraceError\` after the job exists has \`jobId\` and \`resumeToken\` (what your own callbacks throw is passed
  on as it is). After the payment none is \`retryable\`, unless the call was itself given a \`resumeToken\`: the same call again
  would pay for a second job.
- **\`bulk\` under one \`idempotencyKey\`** cuts the list by its order, \`chunkSize\` and \`dedupe\` alone, so the same list again sends
  the same chunks under the same keys, with a \`budgetCents\` too.
`;
}

it('the page on retries says what the code does', async () => {
  await expect(page()).toMatchFileSnapshot('../docs/retries.md');
});

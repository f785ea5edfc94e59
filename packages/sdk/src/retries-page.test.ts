import { type OperationPolicy, operationPolicies } from '@skiptrace/contract';
import { expect, it } from 'vitest';
import { knownOperationAt } from './transport/operations.js';
import { type Meaning, mayResend } from './transport/outcome.js';

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

# Retries: what is sent again, and when

A request is only sent again where a second one can't cost twice. Each operation's policy is part of the contract.

| operation | charges | safety | ${columns.map(([, title]) => title).join(' | ')} |
|---|---|---|${'---|'.repeat(columns.length)}
${rows.join('\n')}

- **again**: after \`Retry-After\`, or after 0.5 s, 1 s, 2 s … up to 8 s, at most \`maxRetries\` times. All attempts carry one
  \`Idempotency-Key\` where the operation takes one.
- **again with its key, if the server echoes keys**: a server that supports keys echoes \`Idempotency-Key\` in its answers.
  Once it has, the same key is sent again, and the server answers with what the first attempt did. Until then, and with
  other servers, the call throws \`UnknownOutcomeError\` with \`mayHaveBeenCharged\`, the key and the addresses. An answer that
  names another request's key is treated like a lost one, and its connection is closed.
- **read the job**: \`client.jobs\` reads the job. If its status shows that nothing happened, the request is sent again.
  \`client.raw\` throws \`UnknownOutcomeError\` instead. While a request may still be on its way to the server, only the job's
  status or a 402 settles what became of it.
- **throw**: the call ends with an error that says what is known.

Never sent again: 400, 401, 402, 404, 409, and the 429 of the daily miss limit (its body has \`dailyMissLimit\`).
A \`Retry-After\` beyond \`maxRetryAfterMs\` (60 s) or the deadline isn't waited for: the call throws at once, with \`retryAt\`.

**A server that was never reached** is tried for 2 s at most: connection refused, unknown host, failed TLS handshake. The
cause is usually a wrong \`baseUrl\`, and the error names it. Set \`deadlineMs\` to wait for a server that is still starting:
then \`maxRetries\` counts as usual. Once a server was reached, every later call retries as the table says.

A rate limit's wait isn't a failed attempt. While one call waits, the client's other calls under the same limit queue
behind it, then leave as the server's \`RateLimit-Remaining\` allows. A call throws \`RateLimitError\` only when the server,
asked more than \`maxRetries\` times over more than \`maxRetryAfterMs\`, let nobody through (with \`maxRetries: 0\`, at once).
A call that waited and has less time left than the fastest answer took isn't sent: it ends as \`timeout\`.

## Calls that make several requests

\`deadlineMs\` covers the whole call: \`confirm\`, \`cancel\`, \`upload\`, \`download\`, a wait, \`run\` and \`bulk\`. Aborting and
\`close()\` end it too. Nothing is sent after that.

- **Waits for a job** read it every 1 to 30 s. A failed read (5xx, a web page, a broken connection) is repeated. The wait
  gives up when more than five in a row have failed over more than two minutes, or, with a server that was never
  reached, after the second.
- **Uploads to a signed URL** are tried 5 times, each time from the first byte.
- **Downloads** continue where they stopped if the file has a strong \`ETag\` that is still the same, and start over if not.
  They give up after 5 attempts without a new byte. Anything but a whole CSV is refused: another content type, an
  encoding, neither length nor chunks, no bytes. Up to 5 redirects are followed, never from https to http.
- **\`run\`**: every \`SkipTraceError\` after the job exists has \`jobId\` and \`resumeToken\` (errors from your own callbacks are
  passed on unchanged). After the payment none is \`retryable\`, because the same call would pay for a second job. The
  exception is a call that was itself given a \`resumeToken\`.
- **\`bulk\` with an \`idempotencyKey\`** splits the list by its order, \`chunkSize\` and \`dedupe\` alone. The same list sends the
  same chunks under the same keys, even with a \`budgetCents\`.
`;
}

it('the page on retries matches the code', async () => {
  await expect(page()).toMatchFileSnapshot('../docs/retries.md');
});

import { createHmac, randomBytes } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { isSkipTraceError, type DeliveryList, type SkipTrace } from '@skiptrace/sdk';
import type { Context } from '../context.js';
import { Failure } from '../failures/failure.js';
import { errorCode } from '../failures/system-error.js';
import type { CommandInput } from '../input.js';
import { print } from '../json.js';

type Delivery = DeliveryList['deliveries'][number];

const PAUSE_MS = 2_000;
/** As long as the service waits for an endpoint. */
const ANSWER_MS = 10_000;
const PREFIX = 'whsec_';
const SECRET_BYTES = 33;

/** Runs until Ctrl-C or `--timeout`. */
export async function run(input: CommandInput, context: Context): Promise<void> {
  const { console, signal } = context;
  const target = targetOf(input.text('forwardTo'));
  const secret = input.text('secret') ?? PREFIX + randomBytes(SECRET_BYTES).toString('base64');
  const key = keyOf(secret);
  const client = await context.client();
  const first = await client.deliveries({ signal });
  requireEndpoint(first);
  // Earlier deliveries aren't forwarded.
  let after = first.deliveries.at(-1)?.id;
  const seen = new Set(first.deliveries.map(({ webhookId }) => webhookId));
  console.note(`Forwarding webhooks to ${target.href}. Ctrl-C ends it.`);
  console.note(`Verify them with this secret: ${secret}`);
  for (;;) {
    const deliveries = await nextOf(client, after, context);
    for (const delivery of deliveries) {
      after = delivery.id;
      // With several endpoints the log has the same event several times; it is forwarded once.
      if (seen.has(delivery.webhookId)) continue;
      seen.add(delivery.webhookId);
      const outcome = await forward(delivery, target, key, signal);
      await print(context, { ...named(delivery), ...outcome }, lineOf(delivery, outcome));
    }
    if (deliveries.length === 0) await pause(PAUSE_MS, undefined, { signal });
  }
}

/** `localhost:3000/webhooks` is an http URL. @throws Failure usage */
function targetOf(text: string | undefined): URL {
  if (text === undefined)
    throw new Failure('usage', 'Add --forward-to with the URL of your program: localhost:3000/webhooks.');
  const written = /^https?:\/\//i.test(text) ? text : `http://${text}`;
  if (URL.canParse(written)) return new URL(written);
  throw new Failure('usage', `--forward-to takes a URL. "${text}" isn't one.`);
}

/** @throws Failure usage */
function keyOf(secret: string): Buffer {
  const key = secret.startsWith(PREFIX) ? Buffer.from(secret.slice(PREFIX.length), 'base64') : null;
  if (key !== null && key.length > 0) return key;
  throw new Failure('usage', `--secret begins with ${PREFIX}, and base64 follows.`);
}

/** @throws Failure if this account can't receive webhooks */
function requireEndpoint({ isOn, endpoints }: DeliveryList): void {
  if (!isOn) throw new Failure('not_offered', 'This service sends no webhooks.');
  if (endpoints === 0)
    throw new Failure('no_endpoint', 'This account has no webhook endpoint, so nothing is noted.', {
      hint: 'Add one in the web app, under Keys. It may be any https address: nothing has to answer there.',
    });
}

/** The next deliveries; none while the service can't be reached, such as during a restart. */
async function nextOf(
  client: SkipTrace,
  after: string | undefined,
  { console, signal }: Context,
): Promise<readonly Delivery[]> {
  try {
    const { deliveries } = await client.deliveries({ after, signal });
    return deliveries;
  } catch (error) {
    const isAway = AWAY.some((code) => isSkipTraceError(error, code));
    if (!isAway || signal.aborted) throw error;
    console.note('The service does not answer. Trying again.');
    return [];
  }
}

const AWAY = ['connection', 'timeout', 'server_error'] as const;

interface Outcome {
  status: number | null;
  error: string | null;
}

/** Sends a message as the service does (the Standard Webhooks specification), once. */
async function forward(
  { webhookId, payload }: Delivery,
  target: URL,
  key: Buffer,
  signal: AbortSignal,
): Promise<Outcome> {
  const body = JSON.stringify(payload);
  const timestamp = String(Math.floor(Date.now() / 1_000));
  const signature = createHmac('sha256', key).update(`${webhookId}.${timestamp}.${body}`).digest('base64');
  const headers = {
    'content-type': 'application/json',
    'user-agent': 'skiptrace-server',
    'webhook-id': webhookId,
    'webhook-timestamp': timestamp,
    'webhook-signature': `v1,${signature}`,
  };
  try {
    const { status, body: answer } = await fetch(target, {
      method: 'POST',
      headers,
      body,
      redirect: 'manual',
      signal: AbortSignal.any([signal, AbortSignal.timeout(ANSWER_MS)]),
    });
    await answer?.cancel();
    return { status, error: null };
  } catch (error) {
    signal.throwIfAborted();
    return { status: null, error: whyNot(error) };
  }
}

function whyNot(error: unknown): string {
  if (!(error instanceof Error)) return 'not reached';
  if (error.name === 'TimeoutError') return `no answer within ${ANSWER_MS / 1_000} seconds`;
  return `not reached (${errorCode(error.cause) ?? 'failed'})`;
}

const named = ({ webhookId: id, payload: { type } }: Delivery) => ({ id, type });

function lineOf({ webhookId, payload }: Delivery, { status, error }: Outcome): string {
  const about = 'jobId' in payload.data ? payload.data.jobId : webhookId;
  return `${payload.timestamp}  ${payload.type.padEnd(LONGEST_TYPE)}  ${about}  ${status ?? error ?? ''}\n`;
}

const LONGEST_TYPE = 'job.completed'.length;

import { DropError } from './batches.js';

/** DROP's response to a file of statuses. */
export type UploadOutcome =
  | { kind: 'accepted' }
  /** The name was used before, so an earlier response was lost. */
  | { kind: 'had' }
  | { kind: 'rejected'; why: string }
  /** DROP currently expects no statuses, or not this kind. */
  | { kind: 'conflict'; why: string };

export type Download = { kind: 'archive'; content: AsyncIterable<Uint8Array> } | { kind: 'nothing' };

export interface PlatformNeeds {
  /** Without a trailing slash. */
  baseUrl: string;
  /** A secret. */
  apiKey: string;
  pause(ms: number): Promise<void>;
}

/** Maximum number of polls for a package, because DROP takes a while to build large ones. */
const MOST_POLLS = 60;
const MOST_RETRIES = 5;
const DEFAULT_WAIT_SECONDS = { 202: 60, other: 30 } as const;
const MAX_WAIT_SECONDS = 600;
/** Maximum length of an error message shown to the operator. */
const MAX_MESSAGE = 500;

/** The three operations of California's DROP for data brokers (OpenAPI document 1.2.0). */
export class DropPlatform {
  constructor(private readonly needs: PlatformNeeds) {}

  /** Polls until the package is built. @throws DropError */
  async download(): Promise<Download> {
    for (let poll = 0; poll < MOST_POLLS; poll++) {
      const response = await this.#send('GET', '/data/download', {
        accept: 'application/zip, application/json',
      });
      if (response.status === 202) {
        await response.body?.cancel();
        await this.needs.pause(waitMs(response, DEFAULT_WAIT_SECONDS[202]));
        continue;
      }
      if (response.status === 409)
        throw new DropError(
          `DROP gives no new lists, because it waits for statuses of those it gave before: ${await messageOf(response)} If this server has them, run "drop sync" again. ` +
            'If they were lost, ask CalPrivacy for a new download, or download the lists in the portal and use "drop match --files".',
        );
      if (response.status !== 200) throw await failureOf(response);
      if (!(response.headers.get('content-type') ?? '').includes('json') && response.body !== null)
        return { kind: 'archive', content: whole(response.body) };
      await response.body?.cancel();
      return { kind: 'nothing' };
    }
    throw new DropError('DROP is still building the package. Nothing was lost: run the command again later.');
  }

  /** @throws DropError if the response is lost or isn't about the file */
  async send(operation: 'upload' | 'amend', name: string, content: string): Promise<UploadOutcome> {
    const response = await this.#send('POST', `/data/${operation}`, { accept: 'application/json' }, () => {
      const form = new FormData();
      form.append('files', new Blob([content], { type: 'text/csv' }), name);
      return form;
    });
    if (response.status === 409) return { kind: 'conflict', why: await messageOf(response) };
    if (response.status !== 202 && response.status !== 400) throw await failureOf(response);
    const text = await response.text();
    const answer = readAnswer(text);
    if (answer === null) {
      if (response.status === 202)
        throw new DropError(`DROP took ${name}, but its answer can't be read. Run the command again.`);
      return { kind: 'rejected', why: plainMessage(text) };
    }
    const rejected = answer.rejected.find(({ fileName }) => fileName === name);
    if (rejected !== undefined)
      return isUsedName(rejected.message) ? { kind: 'had' } : { kind: 'rejected', why: rejected.message };
    if (answer.accepted.some(({ fileName }) => fileName === name)) return { kind: 'accepted' };
    return { kind: 'rejected', why: answer.message };
  }

  async #send(
    method: string,
    path: string,
    headers: Record<string, string>,
    body?: () => FormData,
  ): Promise<Response> {
    const { baseUrl, apiKey, pause } = this.needs;
    for (let retry = 0; ; retry++) {
      const response = await fetch(`${baseUrl}${path}`, {
        method,
        // The key must not be sent to another host.
        redirect: 'error',
        headers: { ...headers, 'X-API-KEY': apiKey },
        ...(body !== undefined && { body: body() }),
      }).catch((error: unknown) => {
        throw new DropError(`DROP can't be reached. Nothing was lost: run the command again later.`, {
          cause: error,
        });
      });
      if (![429, 500, 503].includes(response.status) || retry === MOST_RETRIES) return response;
      await response.body?.cancel();
      await pause(waitMs(response, DEFAULT_WAIT_SECONDS.other));
    }
  }
}

/** Rejects an archive cut off by a dropped connection, because it would lack requests. */
async function* whole(body: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    yield* body;
  } catch (error) {
    throw new DropError('The lists did not arrive whole. Nothing was lost: run the command again.', {
      cause: error,
    });
  }
}

function waitMs(response: Response, defaultSeconds: number): number {
  const seconds = Number(response.headers.get('retry-after') ?? '');
  return 1_000 * Math.min(MAX_WAIT_SECONDS, seconds > 0 ? seconds : defaultSeconds);
}

async function failureOf(response: Response): Promise<DropError> {
  const said = await messageOf(response);
  const hints: Readonly<Record<number, string>> = {
    401: 'Check the API key: a new one, or another selection of lists, ends every older key.',
    403: 'Check the account in the portal: registration, payment, and that a list is selected.',
    404: 'Check DROP_URL.',
  };
  const hint = hints[response.status] ?? 'Nothing was lost: run the command again later.';
  return new DropError(`DROP answered ${response.status}: ${said} ${hint}`);
}

/** Message of an error response, which is JSON or plain text. */
const messageOf = async (response: Response): Promise<string> => plainMessage(await response.text());

function plainMessage(text: string): string {
  const parsed = parsedJson(text);
  const message =
    typeof parsed === 'object' && parsed !== null && 'message' in parsed && typeof parsed.message === 'string'
      ? parsed.message
      : text;
  return message.trim().slice(0, MAX_MESSAGE);
}

function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

interface UploadAnswer {
  message: string;
  accepted: readonly { fileName: string }[];
  rejected: readonly { fileName: string; message: string }[];
}

function readAnswer(text: string): UploadAnswer | null {
  const parsed = parsedJson(text);
  if (typeof parsed !== 'object' || parsed === null) return null;
  const { accepted, rejected, message } = parsed as Record<string, unknown>;
  const files = (list: unknown): { fileName: string; message: string }[] | null =>
    Array.isArray(list)
      ? list.map((one: unknown) => {
          const file = (typeof one === 'object' && one !== null ? one : {}) as Record<string, unknown>;
          return { fileName: String(file['fileName']), message: String(file['message']) };
        })
      : null;
  const [taken, refused] = [files(accepted), files(rejected)];
  return taken === null || refused === null
    ? null
    : { accepted: taken, rejected: refused, message: typeof message === 'string' ? message : '' };
}

/** Detects a used name. Only the causes of rejections are documented, not their texts; no other cause concerns a valid name. */
const isUsedName = (message: string): boolean => /already|duplicate/i.test(message);

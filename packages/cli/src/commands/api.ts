import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Context } from '../context.js';
import { readAll } from '../credentials/key.js';
import { Failure } from '../failures/failure.js';
import type { CommandInput } from '../input.js';
import { decodeText } from '../json.js';
import { mayHaveBeenCharged } from '../receipt.js';
import { askYes } from '../terminal/prompt.js';
import { again, plain, plainJson } from '../terminal/text.js';

export async function run(input: CommandInput, context: Context): Promise<void> {
  const { console, receipt } = context;
  const method = readMethod(input.argument(0));
  const target = readTarget(input.argument(1), context.baseUrl);
  const fields = await readFields(input, context);
  const body = await readBody(input, context);
  if (body !== undefined && Object.keys(fields).length > 0)
    throw new Failure('usage', '--input is the whole body. Use it without -f and -F.');
  const isRead = method === 'GET' || method === 'HEAD';
  if (isRead && body !== undefined) throw new Failure('usage', `A ${method} has no body. Leave --input out.`);

  // Only the service knows what a write costs.
  if (!isRead) await agree(method, target.path, input, context);
  const client = await context.client();
  if (!isRead) receipt.mayCharge();
  const query = { ...target.query };
  if (isRead) for (const [key, value] of Object.entries(fields)) append(query, key, asText(value));
  const sent = isRead ? undefined : (body ?? (Object.keys(fields).length > 0 ? fields : undefined));
  const answer = await client
    .request(method, target.path, { body: sent, query, signal: context.signal })
    .withResponse()
    .catch((error: unknown) => {
      if (!mayHaveBeenCharged(error)) receipt.charged(0);
      throw noSuchPath(error, `${method} ${target.path}`, context) ?? error;
    });
  if (input.flag('include')) {
    const headers = [...answer.headers].map(([name, value]) => `${name}: ${plain(value)}\n`).join('');
    await console.data(`HTTP ${answer.status}\n${headers}\n`);
  }
  if (answer.data === undefined) return;
  if (typeof answer.data === 'string') return console.data(`${answer.data}\n`);
  const indent = context.json === undefined ? 2 : undefined;
  await console.data(`${plainJson(JSON.stringify(answer.data, null, indent))}\n`);
}

/**
 * The service's own page for a path or a method that it doesn't have (specification, Methods and paths
 * outside this list). Its request id tells it from a page of another server, which the base URL may lead to.
 */
function noSuchPath(error: unknown, what: string, { baseUrl }: Context): Failure | undefined {
  if (!(error instanceof Error && 'status' in error && 'requestId' in error)) return undefined;
  const { status, requestId } = error;
  if ((status !== 404 && status !== 405) || typeof requestId !== 'string') return undefined;
  // For an answer in JSON, such as "no such job", the service's own sentence is better.
  if (!/ Is baseUrl right\?$/.test(error.message)) return undefined;
  const why = status === 404 ? 'no such path' : 'no such method there';
  return new Failure('unknown_path', `${baseUrl} has ${why}: ${what} (${status}).`, {
    hint: `All operations: ${baseUrl.replace(/(?<!\/)\/+$/, '')}/docs`,
    cause: error,
  });
}

function readMethod(given: string): string {
  const method = given.toUpperCase();
  if (['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'].includes(method)) return method;
  throw new Failure('usage', `"${given}" isn't a method. The method comes first: skiptrace api GET /path`);
}

interface Target {
  readonly path: string;
  readonly query: Record<string, string | string[]>;
}

/** A path, or a whole URL of the same service. The key is sent to no other. */
function readTarget(given: string, baseUrl: string): Target {
  const base = baseUrl.replace(/(?<!\/)\/+$/, '');
  const isUrl = /^[a-z][a-z\d+.-]*:/i.test(given) || given.startsWith('//') || given.includes('\\');
  if (isUrl && !given.startsWith(`${base}/`)) {
    throw new Failure('usage', `Your key only goes to ${base}. Give a path, such as /api/user/account.`);
  }
  const relative = isUrl ? given.slice(base.length) : given.startsWith('/') ? given : `/${given}`;
  const url = new URL(`http://service${relative}`);
  // A path that is not in normal form, as with "..", would be another path than the one checked here.
  const [asTyped = ''] = relative.split(/[?#]/);
  if (url.host !== 'service' || url.pathname !== asTyped) {
    throw new Failure(
      'usage',
      `"${given}" isn't a plain path. Encode special characters, and leave out "..".`,
    );
  }
  const query: Target['query'] = {};
  for (const [key, value] of url.searchParams) append(query, key, value);
  return { path: url.pathname, query };
}

async function agree(method: string, where: string, input: CommandInput, context: Context): Promise<void> {
  if (input.flag('yes')) return;
  const { terminal, console } = context;
  const next = again(input.argv, [], ['--yes']);
  const message = `${method} ${where} may charge your account.`;
  if (!terminal.canAsk) throw new Failure('confirmation_needed', message, { hint: 'It was not sent.', next });
  console.warn(message);
  if (!(await askYes(context, 'Send it?'))) throw new Failure('declined', 'Not sent.');
}

async function readFields(input: CommandInput, context: Context): Promise<Record<string, unknown>> {
  const fields: Record<string, unknown> = {};
  for (const text of input.list('rawField')) {
    const [key, value] = pair(text, '-f');
    append(fields, key, value);
  }
  for (const text of input.list('field')) {
    const [key, value] = pair(text, '-F');
    append(fields, key, value.startsWith('@') ? await readText(value.slice(1), context) : typed(value));
  }
  return fields;
}

function pair(text: string, option: string): [string, string] {
  const at = text.indexOf('=');
  if (at < 1) throw new Failure('usage', `${option} takes KEY=VALUE. "${text}" has no key or no "=".`);
  return [text.slice(0, at), text.slice(at + 1)];
}

function typed(value: string): unknown {
  return /^(true|false|null|-?(0|[1-9]\d{0,14}))$/.test(value) ? JSON.parse(value) : value;
}

/** Makes a list of all values of a repeated key, in order. */
function append<T>(to: Record<string, T | T[]>, key: string, value: T | T[]): void {
  const before = Object.hasOwn(to, key) ? to[key] : undefined;
  to[key] = before === undefined ? value : ([before, value].flat() as T[]);
}

const asText = (value: unknown): string | string[] =>
  Array.isArray(value) ? value.map(String) : String(value);

async function readBody(input: CommandInput, context: Context): Promise<unknown> {
  const file = input.text('inputFile');
  if (file === undefined) return undefined;
  const text = await readText(file, context);
  try {
    return JSON.parse(text) as unknown;
  } catch {
    throw new Failure('input_broken', `${file === '-' ? 'Standard input' : file} isn't valid JSON.`);
  }
}

async function readText(file: string, { host }: Context): Promise<string> {
  if (file === '-') return readAll(host.stdin);
  try {
    return decodeText(await readFile(path.resolve(host.cwd, file)));
  } catch (error) {
    throw new Failure('input_missing', `Can't read ${file}.`, { cause: error });
  }
}

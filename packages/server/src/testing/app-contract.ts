import { appDocument } from '@skiptrace/contract/app';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { appOperationsAt } from '../http/app-api/operations.js';

type Json = Readonly<Record<string, unknown>>;

const DOCUMENT = 'app.yaml';

const isJson = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const find = (value: unknown, path: readonly string[]): unknown =>
  path.reduce<unknown>((node, key) => (isJson(node) ? node[key] : undefined), value);

const ajv = new Ajv2020({ allErrors: true, strict: false, validateSchema: false });
addFormats.default(ajv, ['email', 'uuid', 'date', 'date-time', 'uri']);
ajv.addSchema(closed(appDocument) as Json, DOCUMENT);
const rules = new Map<string, ValidateFunction | null>();

/** What every answer to a page has to be: the status and the body that app.yaml has for it, and no field more. */
export function requireAppContract(
  method: string,
  path: string,
  { status, body }: { status: number; body: unknown },
): void {
  const { pathname } = new URL(path, 'http://any');
  const operation = appOperationsAt(pathname).find((one) => one.method === method);
  if (operation === undefined) return;
  const at = ['paths', operation.path, method.toLowerCase(), 'responses'];
  const responses = find(appDocument, at);
  const code = isJson(responses) && String(status) in responses ? String(status) : 'default';
  const name = `${operation.id} ${status}`;
  if (code === 'default' && status < 400) throw new Error(`app.yaml has no such answer: ${name}`);
  const validate = ruleOf(name, [...at, code]);
  if (validate === null || validate(body)) return;
  throw new Error(`not what app.yaml says of ${name}: ${ajv.errorsText(validate.errors)}`);
}

/** Null for an answer without JSON. */
function ruleOf(name: string, at: readonly string[]): ValidateFunction | null {
  let rule = rules.get(name);
  if (rule === undefined) {
    const named = find(appDocument, [...at, '$ref']);
    const place = typeof named === 'string' ? named.slice(2).split('/') : at;
    const schema = [...place, 'content', 'application/json', 'schema'];
    rule =
      find(appDocument, schema) === undefined
        ? null
        : ajv.compile({ $ref: `${DOCUMENT}#/${pointer(schema)}` });
    rules.set(name, rule);
  }
  return rule;
}

const pointer = (path: readonly string[]): string =>
  path.map((part) => encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1'))).join('/');

/** The same document, whose objects have no fields but those they list. */
function closed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(closed);
  if (!isJson(value)) return value;
  const copy = Object.fromEntries(Object.entries(value).map(([key, one]) => [key, closed(one)]));
  const isOpen = copy['type'] === 'object' && isJson(copy['properties']) && !('additionalProperties' in copy);
  return isOpen ? { ...copy, additionalProperties: false } : copy;
}

import { appDocument } from '@skiptrace/contract/app';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { addDocument, at, find, isJson, placeOf } from './document.js';
import { appOperationsAt } from './operations.js';

const rules = new Map<string, ValidateFunction | null>();
let compiler: Ajv2020 | undefined;

/**
 * What is wrong with an answer to a page, or null: app.yaml has its status, and its body no field more than listed there. Tests
 * check every answer with it.
 */
export function appAnswerFault(
  method: string,
  pathname: string,
  status: number,
  body: unknown,
): string | null {
  const operation = appOperationsAt(pathname).find((one) => one.method === method);
  if (operation === undefined) return null;
  const responses = ['paths', operation.path, method.toLowerCase(), 'responses'];
  const code = String(status) in at(...responses) ? String(status) : 'default';
  const name = `${operation.id} ${status}`;
  if (code === 'default' && status < 400) return `app.yaml has no such answer: ${name}`;
  const validate = ruleOf([...responses, code]);
  if (validate === null || validate(body)) return null;
  return `not what app.yaml says of ${name}: ${compiler?.errorsText(validate.errors)}`;
}

/** @param response its place in the document @returns null for an answer without JSON */
function ruleOf(response: readonly string[]): ValidateFunction | null {
  const name = response.join(' ');
  let rule = rules.get(name);
  if (rule === undefined) {
    const named = find(appDocument, ...response, '$ref');
    const place = typeof named === 'string' ? named.slice(2).split('/') : response;
    const schema = [...place, 'content', 'application/json', 'schema'];
    const isJsonAnswer = find(appDocument, ...schema) !== undefined;
    rule = isJsonAnswer ? (compiler ??= newCompiler()).compile({ $ref: placeOf(...schema) }) : null;
    rules.set(name, rule);
  }
  return rule;
}

function newCompiler(): Ajv2020 {
  const ajv = new Ajv2020({ allErrors: true, strict: false, validateSchema: false });
  addFormats.default(ajv, ['email', 'uuid', 'date', 'date-time', 'uri']);
  addDocument(ajv, closed(appDocument));
  return ajv;
}

/** A copy of the document in which objects allow no fields but those listed: an answer with an undocumented field is a fault. */
function closed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(closed);
  if (!isJson(value)) return value;
  const copy = Object.fromEntries(Object.entries(value).map(([key, one]) => [key, closed(one)]));
  const isOpen = copy['type'] === 'object' && isJson(copy['properties']) && !('additionalProperties' in copy);
  return isOpen ? { ...copy, additionalProperties: false } : copy;
}

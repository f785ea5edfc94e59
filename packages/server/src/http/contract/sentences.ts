import type { ErrorObject } from 'ajv/dist/2020.js';

/** Most sentences in one message, so that 100 bad entries do not fill a page. */
const MAX_SENTENCES = 20;

/** ajv's errors as one message that names every invalid field by its path, each field once. */
export function sentences(errors: readonly ErrorObject[]): string {
  const byField = new Map<string, string>();
  for (const error of errors) {
    // ajv reports `required` at the object; the message names the missing field.
    const field = fieldPath(error);
    // A pattern explains more than a length: `Texas` is "not a two-letter code" rather than "longer than 2 characters".
    if (!byField.has(field) || error.keyword === 'pattern') byField.set(field, `${field} ${demand(error)}`);
  }
  const all = [...byField.values()];
  const shown = all.slice(0, MAX_SENTENCES);
  const rest = all.length - shown.length;
  return `${shown.join('; ')}${rest > 0 ? `; and ${rest} more` : ''}`;
}

/** `/addresses/1/zip` → `addresses[1].zip`; the body itself is `body`. */
function fieldPath(error: ErrorObject): string {
  const parts = error.instancePath
    .split('/')
    .slice(1)
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'));
  if (error.keyword === 'required') parts.push(String(error.params.missingProperty));
  if (error.keyword === 'additionalProperties') parts.push(String(error.params.additionalProperty));
  if (parts.length === 0) return 'body';
  return parts
    .map((part, index) => (/^\d+$/.test(part) ? `[${part}]` : index === 0 ? part : `.${part}`))
    .join('');
}

function demand({ keyword, params, parentSchema }: ErrorObject): string {
  const must: unknown = parentSchema?.['x-skiptrace-must'];
  switch (keyword) {
    case 'required':
      return 'is required';
    case 'additionalProperties':
      return 'is not a known field';
    case 'minimum':
      return `must be at least ${params.limit}`;
    case 'maximum':
      return `must be at most ${params.limit}`;
    case 'type':
      return `must be ${article(String(params.type))}`;
    case 'enum':
      return `must be one of: ${(params.allowedValues as unknown[]).join(', ')}`;
    case 'minItems':
      return `must have at least ${params.limit} ${params.limit === 1 ? 'entry' : 'entries'}`;
    case 'maxItems':
      return `must have at most ${params.limit} entries`;
    case 'maxLength':
      return `must be at most ${params.limit} characters`;
    case 'x-skiptrace-max-bytes':
      return `must be at most ${String(parentSchema?.[keyword])} bytes of UTF-8`;
    default:
      if (typeof must === 'string') return `must ${must}`;
      if (keyword === 'minLength') {
        return params.limit === 1 ? 'must not be empty' : `must be at least ${params.limit} characters`;
      }
      return 'is not valid';
  }
}

const article = (type: string): string => (/^[aeiou]/.test(type) ? `an ${type}` : `a ${type}`);

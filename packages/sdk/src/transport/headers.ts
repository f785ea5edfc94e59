import type { ServiceErrorCode } from '@skiptrace/contract';

import type { Open } from '../open-answers.js';
import { printable } from '../units.js';

/** Headers of an answer as undici returns them: lower-case names, a list for repeated names. */
export type AnswerHeaders = Readonly<Record<string, string | string[] | undefined>>;

/** One header's value; repeated ones joined as RFC 9110 §5.3 says. */
export function headerOf(headers: AnswerHeaders, name: string): string | undefined {
  const value = headers[name];
  return Array.isArray(value) ? value.join(', ') : value;
}

/** The server's X-Request-Id. It is shown to people, so terminal control characters are removed. */
export function requestIdOf(headers: AnswerHeaders): string | undefined {
  const id = headerOf(headers, 'x-request-id');
  return id === undefined ? undefined : printable(id.slice(0, 200));
}

/** Value of X-Error-Code: a word, or it isn't from the service. */
export function serviceCodeOf(headers: AnswerHeaders): Open<ServiceErrorCode> | undefined {
  const code = headerOf(headers, 'x-error-code');
  return code !== undefined && /^[a-z0-9_]{1,64}$/.test(code) ? code : undefined;
}

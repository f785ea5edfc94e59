import { emitWarning } from '../runtime.js';
import { type AnswerHeaders, headerOf } from './headers.js';
import { type OperationName, nameOf } from './operations.js';
import { parseHttpDate } from './retry-after.js';

/** An announcement that an operation's version will be retired. */
export interface Deprecation {
  operation: OperationName;
  /** Date of the deprecation (RFC 9745), if the header can be read. */
  deprecatedAt: Date | undefined;
  /** Date when it stops working (RFC 8594), if announced. */
  sunsetAt: Date | undefined;
  /** Page of the announcement (Link with rel=deprecation). */
  link: string | undefined;
}

/** Reads `Deprecation: @unix-seconds`, `Sunset: HTTP-date` and `Link: <…>; rel="deprecation"`. */
export function deprecationOf(
  operation: OperationName,
  headers: AnswerHeaders,
  now: number,
): Deprecation | undefined {
  const deprecation = headerOf(headers, 'deprecation');
  const sunsetHeader = headerOf(headers, 'sunset');
  if (deprecation === undefined && sunsetHeader === undefined) return undefined;
  const seconds = /^@(-?\d{1,12})$/.exec(deprecation?.trim() ?? '')?.[1];
  const sunset = parseHttpDate(sunsetHeader?.trim() ?? '', now);
  return {
    operation,
    deprecatedAt: seconds === undefined ? undefined : new Date(Number(seconds) * 1000),
    sunsetAt: sunset === undefined ? undefined : new Date(sunset),
    link: deprecationLink(headerOf(headers, 'link') ?? ''),
  };
}

function deprecationLink(header: string): string | undefined {
  for (const [, target, parameters = ''] of header.matchAll(/<([^<>]*)>([^,<]*)/g)) {
    const rel = /;\s*rel\s*=\s*(?:"([^"]*)"|([^\s;"]+))/i.exec(parameters);
    if ((rel?.[1] ?? rel?.[2] ?? '').toLowerCase().split(/\s+/).includes('deprecation')) return target;
  }
  return undefined;
}

const warned = new Set<OperationName>();

/** One process warning per operation, however many clients and calls there are. */
export function warnOnce({ operation, sunsetAt, link }: Deprecation): void {
  if (warned.has(operation)) return;
  warned.add(operation);
  const when = sunsetAt ? ` and stops working on ${sunsetAt.toISOString().slice(0, 10)}` : '';
  emitWarning(`The ${nameOf(operation)} endpoint is deprecated${when}.${link ? ` See ${link}` : ''}`, {
    type: 'DeprecationWarning',
    code: 'SKIPTRACE_DEPRECATED_OPERATION',
  });
}

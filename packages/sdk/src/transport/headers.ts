/** Headers of an answer as undici hands them over: lower-case names, a list where a name came more than once. */
export type AnswerHeaders = Readonly<Record<string, string | string[] | undefined>>;

/** One header's value; repeated ones joined as RFC 9110 §5.3 says. */
export function headerOf(headers: AnswerHeaders, name: string): string | undefined {
  const value = headers[name];
  return Array.isArray(value) ? value.join(', ') : value;
}

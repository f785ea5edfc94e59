/** Columns that are not needed to reach an owner and would make a leak far worse. Recognized by name; their cells are never read. */
const SENSITIVE: readonly RegExp[] = [
  /\bssn\w*|\bss ?(?:num|number|no)\b|\bsoc(?:ial)? ?sec\w*|\bsocial (?:num|number|no)\b/,
  /\bd ?o ?b\b|\by ?o ?b\b|\bdate ?of ?birth\b|\bbirth ?(?:date|day|year|month)?\b|\byear ?of ?birth\b|\bborn\b/,
];

/** Whether a header names a Social Security number or a date of birth. */
export function isSensitiveHeader(header: string): boolean {
  const words = header
    .normalize('NFKC')
    .replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
  return SENSITIVE.some((pattern) => pattern.test(words));
}

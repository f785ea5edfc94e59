const QUOTE = 0x22;

/** The value of a written cell: without outer quotes, doubled quotes made single, text after the closing quote kept. */
export function cellValue(written: string): string {
  if (written.charCodeAt(0) !== QUOTE) return written;
  const last = written.length - 1;
  const second = written.indexOf('"', 1);
  if (second === last) return written.slice(1, last);
  let close = second;
  while (close !== -1 && written.charCodeAt(close + 1) === QUOTE) close = written.indexOf('"', close + 2);
  if (close === -1) return written.slice(1).replaceAll('""', '"');
  return written.slice(1, close).replaceAll('""', '"') + written.slice(close + 1);
}

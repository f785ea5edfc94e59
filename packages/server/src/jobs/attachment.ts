/**
 * Content-Disposition with both forms of the name: plain letters for old clients, and `filename*` for all others (RFC
 * 6266 §4.3, RFC 8187).
 */
export function attachment(filename: string): string {
  // Names accepted before the contract refused such characters must not affect a terminal or folder. Encoding to bytes
  // and back replaces malformed text, which encodeURIComponent would reject.
  const name = Buffer.from(
    filename.replace(/[\p{Cc}\u061C\u200E\u200F\u2028-\u202E\u2066-\u2069]/gu, ' '),
  ).toString();
  const plain = name.replace(/[^ -~]|["%/\\]/gu, '_');
  const encoded = encodeURIComponent(name).replace(
    /['()*]/g,
    (letter) => `%${letter.charCodeAt(0).toString(16)}`,
  );
  return `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`;
}

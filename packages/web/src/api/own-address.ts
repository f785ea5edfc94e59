/**
 * A signed address of our own server, as this page reaches it: the server may know itself under another name. Those of a
 * bucket carry the signature of S3, and stay as they are.
 */
export function ownAddress(signed: string): string {
  const url = new URL(signed, window.location.origin);
  return url.searchParams.has('X-Amz-Signature') ? signed : url.pathname + url.search;
}

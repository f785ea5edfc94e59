/**
 * Rewrites a signed URL of this server to the origin of this page, because the server may know itself by another name.
 * URLs of a bucket, which carry an S3 signature, stay unchanged.
 */
export function ownAddress(signed: string): string {
  const url = new URL(signed, window.location.origin);
  return url.searchParams.has('X-Amz-Signature') ? signed : url.pathname + url.search;
}

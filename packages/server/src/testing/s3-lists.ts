// Lists of the tests' S3, as XML (Amazon S3 API Reference: ListObjectsV2, ListMultipartUploads).

/** Entries per page; few, so that tests with few objects get several pages. */
const PAGE = 3;

export interface StoredObject {
  bytes: Buffer;
  etag: string;
  changedAt: Date;
}

/** An incomplete multipart upload. */
export interface MultipartUpload {
  key: string;
  parts: Map<number, Buffer>;
  begunAt: Date;
}

/** @param objects by their keys */
export function listObjects(objects: ReadonlyMap<string, StoredObject>, query: URLSearchParams): string {
  const prefix = query.get('prefix') ?? '';
  const delimiter = query.get('delimiter');
  const after = query.get('continuation-token') ?? '';
  const folderOf = (key: string) => {
    const end = delimiter === null ? -1 : key.indexOf(delimiter, prefix.length);
    return end === -1 ? null : key.slice(0, end + 1);
  };
  const keys = [...objects.keys()].filter((key) => key.startsWith(prefix)).sort();
  const entries = [...new Set(keys.map((key) => folderOf(key) ?? key))].filter((entry) => entry > after);
  const page = entries.slice(0, PAGE);
  const contents = page.map((entry) => {
    const found = objects.get(entry);
    return found === undefined
      ? `<CommonPrefixes><Prefix>${entry}</Prefix></CommonPrefixes>`
      : `<Contents><Key>${entry}</Key><LastModified>${found.changedAt.toISOString()}</LastModified><Size>${found.bytes.length}</Size></Contents>`;
  });
  const more = entries.length > PAGE;
  const token = more ? `<NextContinuationToken>${page.at(-1)}</NextContinuationToken>` : '';
  return `<ListBucketResult><IsTruncated>${more}</IsTruncated>${token}${contents.join('')}</ListBucketResult>`;
}

/** @param uploads by their ids */
export function listUploads(uploads: ReadonlyMap<string, MultipartUpload>, query: URLSearchParams): string {
  const prefix = query.get('prefix') ?? '';
  const [afterKey, afterId] = [query.get('key-marker') ?? '', query.get('upload-id-marker')];
  const found = [...uploads]
    .map(([id, { key, begunAt }]) => ({ id, key, begunAt }))
    .filter(({ key }) => key.startsWith(prefix))
    .filter(({ id, key }) => key > afterKey || (key === afterKey && afterId !== null && id > afterId))
    .sort((a, b) => (a.key === b.key ? (a.id < b.id ? -1 : 1) : a.key < b.key ? -1 : 1));
  const page = found.slice(0, PAGE);
  const entries = page.map(
    ({ id, key, begunAt }) =>
      `<Upload><Key>${key}</Key><UploadId>${id}</UploadId><Initiated>${begunAt.toISOString()}</Initiated></Upload>`,
  );
  const more = found.length > PAGE;
  const last = page.at(-1);
  const next =
    more && last !== undefined
      ? `<NextKeyMarker>${last.key}</NextKeyMarker><NextUploadIdMarker>${last.id}</NextUploadIdMarker>`
      : '';
  return `<ListMultipartUploadsResult><IsTruncated>${more}</IsTruncated>${next}${entries.join('')}</ListMultipartUploadsResult>`;
}

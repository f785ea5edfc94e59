import { CreateBucketCommand, S3Client } from '@aws-sdk/client-s3';
import { readConfig } from '../platform/config.js';
import type { Environment } from '../platform/environment.js';
import { randomIds } from '../platform/ids.js';
import { fileSourceOf, openFiles, type FileStore } from '../platform/storage/index.js';
import { S3_CREDENTIALS } from './s3-server.js';

/** Opens a store on a bucket like a server with these variables. */
export function openS3(storageUrl: string, credentials: Environment): Promise<FileStore> {
  useCredentials(credentials);
  return openFiles(fileSourceOf(readConfig({ STORAGE_URL: storageUrl })), randomIds);
}

/** Creates the bucket of a real S3 if it is missing. */
export async function makeBucket(storageUrl: string, credentials: Environment): Promise<void> {
  useCredentials(credentials);
  const { bucket, endpoint, region } = readConfig({ STORAGE_URL: storageUrl }).storage ?? {};
  if (bucket === undefined || region === undefined) throw new Error(`${storageUrl} names no bucket`);
  const client = new S3Client({ region, ...(endpoint && { endpoint }), forcePathStyle: true });
  await client.send(new CreateBucketCommand({ Bucket: bucket })).catch((error: unknown) => {
    if (!(error instanceof Error && error.name.startsWith('BucketAlready'))) throw error;
  });
  client.destroy();
}

/** Sets environment variables of this process, which its child processes inherit. */
export function useCredentials(credentials: Environment): void {
  for (const name of Object.keys(S3_CREDENTIALS)) {
    const value = credentials[name];
    // Assigning undefined would store the text "undefined".
    if (value === undefined) Reflect.deleteProperty(process.env, name);
    else process.env[name] = value;
  }
}

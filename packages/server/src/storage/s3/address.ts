import { faultOf } from './faults.js';

/** Where an object is. */
export interface ObjectAddress {
  Bucket: string;
  Key: string;
}

/** What a copy is made of (`CopySource`): bucket and key, with everything but the slashes escaped. */
export const copySource = ({ Bucket, Key }: ObjectAddress): string =>
  `${Bucket}/${Key}`.split('/').map(encodeURIComponent).join('/');

/** Asks the store. @throws FileGoneError, StoreFullError, StorageUnavailableError */
export async function asked<T>(request: () => Promise<T>): Promise<T> {
  try {
    return await request();
  } catch (error) {
    throw faultOf(error);
  }
}

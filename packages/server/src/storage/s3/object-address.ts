/** The parameters of the AWS SDK that name an object. */
export interface ObjectAddress {
  Bucket: string;
  Key: string;
}

/** The `CopySource` parameter: bucket and key of the object to copy, with everything but the slashes escaped. */
export const copySource = ({ Bucket, Key }: ObjectAddress): string =>
  `${Bucket}/${Key}`.split('/').map(encodeURIComponent).join('/');

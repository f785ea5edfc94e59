/** Location of the owners for a read-only process. Plain data, because it is sent to other processes. */
export type OwnerSource = { engine: 'sqlite'; path: string } | ({ engine: 'postgres' } & PostgresOwners);

/** URLs with their passwords, as `postgresUrl` has read them. */
export interface PostgresOwners {
  url: string;
  /** URLs of replicas, which share the reads. */
  readUrls: readonly string[];
}

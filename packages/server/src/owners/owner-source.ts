/** Where a process that only reads finds the owners. Plain data: it is handed to other processes. */
export type OwnerSource = { engine: 'sqlite'; path: string } | ({ engine: 'postgres' } & PostgresOwners);

/** URLs with their passwords, as `postgresUrl` has read them. */
export interface PostgresOwners {
  url: string;
  /** Of replicas. Reads take turns among them. */
  readUrls: readonly string[];
}

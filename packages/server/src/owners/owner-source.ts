/** Where a process that only reads finds the owners. Plain data: it is handed to other processes. */
export interface OwnerSource {
  engine: 'sqlite';
  path: string;
}

// Read-only access for a process, without TypeORM.
export { isConflict, isLost } from './faults.js';
export { openPool, prepared, type PoolOptions } from './pool.js';

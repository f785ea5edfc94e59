// What a process needs that only reads, without TypeORM.
export { isConflict, isLost } from './faults.js';
export { openPool, prepared, type PoolOptions } from './pool.js';

export { isDropFolder } from './batches.js';
export { deadlinesOf, dropFindings } from './drop.js';
export { Drop, type Done, type GivenFile } from './drop.js';
export { DropPlatform } from './platform.js';
export type { Recipient } from './drop.js';

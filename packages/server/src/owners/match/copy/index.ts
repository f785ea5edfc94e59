// Copy of the keys for processes that match many leads (docs/decisions/008). Other folders import only this file.
export { blockOf, MAX_EXACT_KEYS, unsettled } from './exact-keys.js';
export { BlockMaker, NO_RECORD, type KeyBlock } from './make-blocks.js';
export { MatcherWithCopy } from './matcher.js';

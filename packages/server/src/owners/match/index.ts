// Matching alone, for a process that does nothing else: the face of the whole directory would load all it imports with.
export { IndexCopy } from './index-copy.js';
export { matchResult, matchWithCopy } from './match-leads.js';
export { readOwners } from './read.js';

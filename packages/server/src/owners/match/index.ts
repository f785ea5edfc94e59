// Matching alone, for a process that does nothing else: the face of the whole directory would load all it imports with.
export { MatcherWithCopy } from './copy/index.js';
export { matchResult, matchResultAt, withContents } from './match-leads.js';
export { contentsOf, readContents, UNKNOWN_CONTENTS, type Contents } from '../contact-counts.js';
export { openOwnerIndex } from './open-owner-index.js';
export type { OwnerSource } from '../owner-source.js';
export { DIGEST_BYTES } from '../property.js';

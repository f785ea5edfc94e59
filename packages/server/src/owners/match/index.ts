// Only matching, for a process that does nothing else: the index of the whole directory would also load the import code.
export { MatcherWithCopy } from './copy/index.js';
export {
  matchResult,
  matchResultAt,
  recordsAt,
  withContents,
  type Screen,
  type ScreenView,
} from './match-leads.js';
export type { OwnerIndex } from './owner-index.js';
export { contentsOf, readContents, withPhones, type Contents } from '../contact-counts.js';
export type { MatchResult } from './match-leads.js';
export { openOwnerIndex } from './open-owner-index.js';
export type { OwnerSource } from '../owner-source.js';
export { DIGEST_BYTES, propertyDigests } from '../property.js';
export { hash53, hash53OfBytes } from '../hash.js';
export { nameWords, ownerName, samePerson } from '../names.js';
export { isErased } from '../stored-contact.js';
export type { OwnerContact, OwnerRecord, PersonDetails } from '../record.js';

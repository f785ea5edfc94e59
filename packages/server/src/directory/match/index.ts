// Only matching, for a process that does nothing else: the index of the whole directory would also load the import code.
import type { OwnerSource } from '../owner-source.js';
import type { OwnerIndex } from './owner-index.js';

export { matchLeads, matchResult, type Decision, type Lead } from './match-leads.js';
export { contentsOf, readContents, type Contents } from '../contact-counts.js';
export type { MatchResult } from './match-leads.js';
export { propertyDigests } from '../property.js';
export { hash53 } from '../property.js';
export { nameWords, ownerName, samePerson } from '../names.js';
export { isErased, PHONES_AT } from '../stored-contact.js';
export { DoNotCall, passedDetails, passedResults } from './do-not-call.js';
export type { OwnerContact, OwnerRecord, PersonDetails } from '../record.js';
export { addUnder } from './owner-index.js';
export type { OwnerIndex, OwnerSource };

/** Opens the index for a process that only matches. Doesn't load the driver of the other engine. */
export async function openOwnerIndex(source: OwnerSource): Promise<OwnerIndex> {
  if (source.engine === 'sqlite') {
    const { openSqliteOwnerIndex } = await import('./owner-index.sqlite.js');
    return openSqliteOwnerIndex(source.path);
  }
  const { openPostgresOwnerIndex } = await import('./owner-index.postgres.js');
  return openPostgresOwnerIndex(source);
}

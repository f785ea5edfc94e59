import type { OwnerDetails } from '@skiptrace/csv';
import type { MatchResult } from '../../owners/index.js';
import type { Directory } from './directory.js';

const UNWANTED: MatchResult = { matched: false, reason: 'no_candidates' };

const hasPhone = (owner: OwnerDetails | null | undefined): boolean => (owner?.phones.length ?? 0) > 0;

/**
 * The directory for a job that only wants matches with a phone (reading 45): it leaves out all other owners. An owner without a
 * phone is a miss before the list is paid for; an owner who has no phone left afterwards counts as opted out. Owner records are
 * read to decide, because the index doesn't know which phones may be disclosed now.
 */
export const withPhone = (directory: Directory): Directory => ({
  match: async (leads, want) => {
    const results = await directory.match(leads, want);
    const ids = new Set(results.flatMap((result) => (result.matched ? [result.ownerRecordId] : [])));
    const owners = ids.size === 0 ? new Map<number, null>() : await directory.read([...ids]);
    return results.map((result) => {
      if (!result.matched) return result;
      const owner = owners.get(result.ownerRecordId);
      if (owner === undefined) throw new Error('an owner record that was just found is gone');
      return hasPhone(owner) ? result : UNWANTED;
    });
  },
  read: async (ids) =>
    new Map([...(await directory.read(ids))].map(([id, owner]) => [id, hasPhone(owner) ? owner : null])),
});

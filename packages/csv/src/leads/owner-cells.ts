import { unguardedCell } from '../enriched/cells.js';
import type { EnrichedOwner } from '../enriched/owner.js';
import type { AddedBlock } from './added-block.js';

/** The owner of a row, from the cells of `addedHeaders`; null for a row without a match. */
export function ownerOf(
  cells: readonly string[],
  { owner, phones, emails }: AddedBlock,
): EnrichedOwner | null {
  const [status, firstName, lastName, fullName, ...mailing] = cells.slice(0, owner.length).map(orNull);
  if (status === null || status === undefined) return null;
  const [mailingAddress, mailingCity, mailingState, mailingZip] = mailing;
  const phoneCells = cells.slice(owner.length, owner.length + 3 * phones.length);
  return {
    firstName: firstName ?? null,
    lastName: lastName ?? null,
    fullName: fullName ?? null,
    mailingAddress: mailingAddress ?? null,
    mailingCity: mailingCity ?? null,
    mailingState: mailingState ?? null,
    mailingZip: mailingZip ?? null,
    phones: phones.flatMap((_, at) => {
      const [number = '', type, dnc] = phoneCells.slice(3 * at, 3 * at + 3);
      // A phone without a mark counts as on a Do Not Call registry: only an explicit mark says that it may be called.
      return number === ''
        ? []
        : [
            {
              number,
              type: type === 'Mobile' ? ('mobile' as const) : ('landline' as const),
              dnc: dnc !== 'No',
            },
          ];
    }),
    emails: cells
      .slice(owner.length + phoneCells.length, owner.length + phoneCells.length + emails.length)
      .filter((email) => email !== '')
      .map(unguardedCell),
  };
}

/** Removes the apostrophe that was added to cells that look like a formula. */
const orNull = (cell: string) => (cell === '' ? null : unguardedCell(cell));

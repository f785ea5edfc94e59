import type { BulkLookupResult, Contact, SkipTraceMatch, SkipTraceMiss } from '@skiptrace/contract';
import type { OwnerRecord } from '../owners/index.js';
import type { Charge } from './ports.js';

/** The contract's contact: every field is present, null for details that are not on file. */
const contact = (owner: OwnerRecord): Contact => ({
  firstName: owner.firstName,
  lastName: owner.lastName,
  fullName: owner.fullName,
  propertyAddress: owner.propertyAddress,
  propertyCity: owner.propertyCity,
  propertyState: owner.propertyState,
  propertyZip: owner.propertyZip,
  mailingAddress: owner.mailingAddress,
  mailingCity: owner.mailingCity,
  mailingState: owner.mailingState,
  mailingZip: owner.mailingZip,
});

/** An owner without a price, beside the one that was charged. */
export type ShownOwner = Pick<SkipTraceMatch, 'contact' | 'phones' | 'emails'>;
export const shownOwner = (owner: OwnerRecord): ShownOwner => ({
  contact: contact(owner),
  phones: owner.phones,
  emails: owner.emails,
});

/** Price fields of a match. */
const charged = ({ priceCents, paidOn }: Charge) => ({
  charged: priceCents,
  ...(paidOn !== undefined && { repeat: true as const, paidOn }),
});

/** openapi.yaml#/components/schemas/SkipTraceResponse: on a miss `charged`, `phones` and `emails` are absent. */
export function singleAnswer(owner: OwnerRecord | null): (charge: Charge) => SkipTraceMatch | SkipTraceMiss {
  if (owner === null) return () => ({ success: true, found: false, contact: null });
  const { phones, emails } = owner;
  const rendered = { success: true, found: true, contact: contact(owner) } as const;
  return (charge) => ({ ...rendered, ...charged(charge), phones, emails });
}

/** openapi.yaml#/components/schemas/BulkLookupResult: on a miss `charged` is 0 and the lists are empty. */
export function bulkEntry(owner: OwnerRecord | null): (charge: Charge) => BulkLookupResult {
  if (owner === null) return () => ({ found: false, charged: 0, contact: null, phones: [], emails: [] });
  const { phones, emails } = owner;
  const rendered = contact(owner);
  return (charge) => ({ found: true, ...charged(charge), contact: rendered, phones, emails });
}

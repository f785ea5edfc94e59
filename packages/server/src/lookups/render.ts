import type { BulkLookupResult, Contact, SkipTraceMatch, SkipTraceMiss } from '@skiptrace/contract';
import type { OwnerRecord } from '../owners/index.js';

/** The contract's contact: every field is there, null where no detail is on file. */
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

/** openapi.yaml#/components/schemas/SkipTraceResponse: on a miss `charged`, `phones` and `emails` are absent. */
export const singleAnswer = (
  owner: OwnerRecord | null,
  priceCents: number,
): SkipTraceMatch | SkipTraceMiss =>
  owner === null
    ? { success: true, found: false, contact: null }
    : {
        success: true,
        found: true,
        contact: contact(owner),
        charged: priceCents,
        phones: owner.phones,
        emails: owner.emails,
      };

/** openapi.yaml#/components/schemas/BulkLookupResult: on a miss `charged` is 0 and the lists are empty. */
export const bulkEntry = (owner: OwnerRecord | null, priceCents: number): BulkLookupResult =>
  owner === null
    ? { found: false, charged: 0, contact: null, phones: [], emails: [] }
    : {
        found: true,
        charged: priceCents,
        contact: contact(owner),
        phones: owner.phones,
        emails: owner.emails,
      };

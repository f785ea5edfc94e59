import type { BulkLookupResult, Contact, SkipTraceMatch, SkipTraceMiss } from '@skiptrace/contract';
import type { Lead, OwnerMatch, OwnerRecord } from '../../directory/index.js';
import type { AccountTerms, Caller, Mode } from '../../money/accounts/index.js';
import { marksOf, type Disclosed } from '../../money/log/index.js';
import {
  propertyHashes,
  type Receipt,
  type Replays,
  type ReplayScope,
  type PropertyHashes,
} from '../../money/receipts/index.js';
import { itemAt } from '../../platform/lib/item-at.js';
import type { LookupToSave } from '../saved/index.js';

export interface LookupNeeds {
  owners: LookupOwners;
  replays: Replays;
  settlements: LookupSettlements;
}

/** Chosen by the caller's mode: a test key reaches neither the operator's owners nor the ledger. */
export type Lookups = Readonly<Record<Mode, LookupNeeds>>;

export interface LookupRequest {
  caller: Caller;
  requestId: string;
  idempotencyKey: string | undefined;
  /** Price per match, in cents, as shown to the requester; undefined if none was shown. */
  shownPrice: string | undefined;
}

/** Directory functions that lookups need. */
interface LookupOwners {
  /** Owner matches in the order of the leads; null for a miss. @throws SandboxFaultError */
  find(leads: readonly Lead[]): Promise<(OwnerMatch | null)[]>;
  /** Existing records by id; ids without a record are missing. Null: the owner opted out. */
  read(ids: readonly number[]): Promise<Map<number, OwnerRecord | null>>;
  /** The other owners of a property that was just found. */
  coOwners(match: OwnerMatch, asked: Lead): Promise<OwnerRecord[]>;
  /** Units on file in the building of a miss. */
  unitsAt(asked: Lead): Promise<string[]>;
}

/** The account that pays for a lookup, and the key that asks for it. */
export type Payer = Pick<Caller, 'accountId' | 'keyId' | 'origin' | 'terms'>;

/** Result of an address. */
export interface Entry {
  found: boolean;
  /** An owner was found, without the phone that was wanted: no miss for the daily cap. */
  isUnwanted?: boolean;
  /** Hashes of a property that may have been paid for before (`propertyHashes`); null for a miss, and if repeats are charged. */
  property: PropertyHashes | null;
  /** Records for the audit log: none for a miss. */
  disclosed: readonly Disclosed[];
}

/** Cost of an address. */
export interface Charge {
  /** 0 for a miss and for a repeat. */
  priceCents: number;
  /** For a repeat only: the UTC day on which the property was paid for. */
  paidOn?: string;
}

/** A single lookup with its answer. */
export interface SingleSettlement extends Payer, Entry {
  requestId: string;
  scope: ReplayScope | null;
  /** Receipt to answer a replay of this request; null without an Idempotency-Key (`scope` is null). */
  receiptOf(charge: Charge): Receipt | null;
  /** Null if nothing is saved: for a miss, and if the account has saving off. */
  toSave: LookupToSave | null;
}

/** A bulk about to run. */
export interface BulkReservation extends Payer {
  requestId: string;
  /** Identifies a repeat of the request; null without an Idempotency-Key. */
  requestFingerprint: string | null;
  entries: number;
}

/** A bulk with its answer. */
export interface AnsweredBulk {
  /** In request order. */
  entries: readonly Entry[];
  scope: ReplayScope | null;
  /** Receipt to answer a replay of this request; null without an Idempotency-Key (`scope` is null). @param charges of the entries, in order */
  receiptOf(charges: readonly Charge[]): Receipt | null;
}

/** An answered lookup with records that may not be disclosed any more: their owners opted out. */
export interface Withdrawal {
  accountId: string;
  scope: ReplayScope | null;
  /** Contents of the receipt: `before` now, `after` from now on. */
  before: object;
  after: object;
  /** Owner records that are left in the answer. */
  recordIds: readonly number[];
  refundCents: number;
  /** Properties that this gives back: their free terms end. All of them end where nothing of the charge is left. */
  properties: readonly PropertyHashes[];
  /** Reference of the charge's ledger record. */
  reference: string;
}

/** A running bulk: end it with exactly one of the two methods. */
export interface HeldBulk {
  /**
   * @returns the cost of each entry, in order
   * @throws ReplayExistsError, ReservationExpiredError, InsufficientBalanceError: nothing was charged
   */
  settle(answered: AnsweredBulk): Promise<Charge[]>;
  /**
   * Refunds the whole reservation, unless an earlier request holds it. Never rejects: if the refund fails, such as on a full
   * disk, the sweep makes it later.
   */
  release(): Promise<void>;
}

/** Decides what a lookup costs once it has its answer, and writes it. */
export interface LookupSettlements {
  /** @returns the cost. @throws ReplayExistsError, DailyMissLimitError, InsufficientBalanceError: nothing was charged */
  settleSingle(settlement: SingleSettlement): Promise<Charge>;
  /** @throws DailyMissLimitError, InsufficientBalanceError: nothing was charged */
  reserveBulk(reservation: BulkReservation): Promise<HeldBulk>;
  /** Refunds matches that a replay can't return any more: once, however often it is replayed. */
  withdraw(withdrawal: Withdrawal): Promise<void>;
}

type MatchEntry = Pick<Entry, 'found' | 'property' | 'disclosed'>;

/** Addresses with their matches. `property` is set only if repeats may be free and something is charged. */
export function entriesOf(
  matches: readonly (OwnerMatch | null)[],
  { repeats, priceCents, propertySecret }: AccountTerms,
): MatchEntry[] {
  const found = matches.filter((match) => match !== null);
  // In one call, because the call costs more than the work.
  const marks = marksOf(
    propertySecret,
    found.map((match) => itemAt(match.property(), 0)),
  );
  let next = 0;
  return matches.map((match) => {
    if (match === null) return { found: false, property: null, disclosed: [] };
    const property = itemAt(marks, next++);
    return {
      found: true,
      property: repeats === null || priceCents === 0 ? null : propertyHashes(repeats, match.property()),
      disclosed: [{ recordId: match.owner.id, property }],
    };
  });
}

/** The entry of a single address. @param coOwners further owners of the property that the answer has */
export function entryOf(
  match: OwnerMatch | null,
  terms: AccountTerms,
  coOwners: readonly OwnerRecord[],
): MatchEntry {
  const entry = itemAt(entriesOf([match], terms), 0);
  const others = entry.disclosed.flatMap(({ property }) =>
    coOwners.map(({ id: recordId }) => ({ recordId, property })),
  );
  return { ...entry, disclosed: [...entry.disclosed, ...others] };
}

/** The owner records with these ids, in order; null stays null. */
export async function recordsOf(
  owners: LookupOwners,
  ids: readonly (number | null)[],
): Promise<(OwnerRecord | null)[]> {
  const records = await owners.read(ids.filter((id) => id !== null));
  return ids.map((id) => {
    if (id === null) return null;
    const record = records.get(id);
    // Records outlive all references to them (reading 35): a gap is a server fault, never a miss.
    if (record === undefined) throw new Error('an owner record that a lookup refers to is gone');
    return record;
  });
}

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

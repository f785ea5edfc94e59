// Converts database rows to the schemas of app.yaml.
import type { AppSchemas } from '@skiptrace/contract/app';
import { dncStatus, type EnrichedOwner } from '@skiptrace/csv';
import type { ApiKey, TermsAcceptance } from '../../money/accounts/index.js';
import type { LedgerRecord } from '../../money/billing/index.js';
import { SERVICE_CHAIN } from '../../money/log/index.js';
import { isoTime } from '../../platform/clock.js';
import { plain } from '../../platform/lib/printable.js';
import type { ShownRow } from '../../work/jobs/index.js';
import type { NamedAction } from '../../work/overview/index.js';

export const shownRecord = (record: LedgerRecord): AppSchemas['Transaction'] => {
  const { id, type, amountCents, balanceCents, reference, note, createdAt } = record;
  return { id, type, amountCents, balanceCents, reference, note, createdAt: isoTime(createdAt) };
};

/** An entry of the log of disclosures; its details have nothing personal. */
export const shownAction = ({ chain, at, details, ...action }: NamedAction): AppSchemas['LogEvent'] => ({
  id: String(action.number),
  at: isoTime(at),
  kind: action.kind,
  actor: plain(action.actor),
  accountId: chain === SERVICE_CHAIN ? null : chain,
  accountName: action.accountName === null ? null : plain(action.accountName),
  key: action.key,
  reference: action.reference,
  cents: action.cents,
  details: JSON.parse(details) as Record<string, unknown>,
});

/** A row of a result: its property on one line, and the owner's contact details. */
export const shownRow = ({ property, owner, matchedTo, missReason }: ShownRow): AppSchemas['ResultRow'] => ({
  property: placeOf([property.address, property.city, property.state, property.zip]),
  matchedTo,
  missReason,
  owner: owner && resultOwner(owner),
  coOwners: (owner?.coOwners ?? []).map(resultOwner),
});

const resultOwner = (owner: EnrichedOwner): AppSchemas['ResultOwner'] => ({
  name: owner.fullName ?? [owner.firstName, owner.lastName].filter((part) => part !== null).join(' '),
  mailing: placeOf([owner.mailingAddress, owner.mailingCity, owner.mailingState, owner.mailingZip]),
  phones: owner.phones.map((phone) => ({
    number: phone.number,
    type: phone.type,
    dncStatus: dncStatus(phone),
  })),
  emails: [...owner.emails],
});

/** An address on one line, with the ZIP right after the state. */
export const placeOf = ([address, city, state, zip]: readonly (string | null)[]): string =>
  [address, city, [state, zip].filter(isThere).join(' ')].filter(isThere).join(', ');
const isThere = (part: string | null | undefined): part is string => (part ?? '').trim() !== '';

export const shownKey = ({ id, label, mode, ...times }: ApiKey): AppSchemas['Key'] => ({
  id,
  label,
  mode,
  createdAt: isoTime(times.createdAt),
  lastUsedAt: isoOrNull(times.lastUsedAt),
  revokedAt: isoOrNull(times.revokedAt),
});

export const shownAcceptance = ({
  version,
  purpose,
  acceptedAt,
  acceptedBy,
}: TermsAcceptance): AppSchemas['TermsAcceptance'] => ({
  version,
  purpose,
  acceptedBy,
  acceptedAt: isoTime(acceptedAt),
});

const isoOrNull = (ms: number | null): string | null => (ms === null ? null : isoTime(ms));

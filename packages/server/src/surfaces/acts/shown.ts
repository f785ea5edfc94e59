// Converts database rows to the schemas of app.yaml.
import type { AppSchemas } from '@skiptrace/contract/app';
import { dncStatus, type EnrichedOwner } from '@skiptrace/csv';
import type { ApiKey, TermsAcceptance } from '../../money/accounts/index.js';
import type { LedgerRecord } from '../../money/billing/index.js';
import { SERVICE_CHAIN } from '../../money/log/index.js';
import { isoTime } from '../../platform/clock.js';
import { plain } from '../../platform/lib/printable.js';
import type { Suppression } from '../../privacy/list/index.js';
import type { PersonRequest } from '../../privacy/requests/index.js';
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

/** A request on lines of their own: strangers write these texts. */
export function shownRequest(request: PersonRequest): AppSchemas['PersonRequest'] {
  const { id, reference, wants, state, language, letters } = request;
  return {
    id,
    reference,
    wants,
    state,
    language,
    letters,
    name: plain(request.name),
    addresses: request.addresses.map(({ street, city, state: of, zip }) => ({
      street: plain(street),
      city: plain(city),
      state: plain(of),
      zip,
    })),
    phones: request.phones.map(plain),
    emails: request.emails.map(plain),
    agent: request.agent === null ? null : plain(request.agent),
    contactEmail: request.contactEmail === null ? null : plain(request.contactEmail),
    createdAt: isoTime(request.createdAt),
    dueAt: isoTime(request.dueAt),
    isExtended: request.extendedAt !== null,
    isEmptied: request.emptiedAt !== null,
    history: request.history.map(({ at, ...entry }) => ({ ...entry, at: isoTime(at) })),
  };
}

export const shownSuppression = ({ id, kind, ...entry }: Suppression): AppSchemas['Suppression'] => ({
  id,
  kind,
  reason: plain(entry.reason),
  source: plain(entry.source),
  enteredBy: plain(entry.enteredBy),
  createdAt: isoTime(entry.createdAt),
  liftedAt: entry.liftedAt === null ? null : isoTime(entry.liftedAt),
  liftedBy: entry.liftedBy,
  liftReason: entry.liftReason === null ? null : plain(entry.liftReason),
  erasedAt: entry.erasedAt === null ? null : isoTime(entry.erasedAt),
});

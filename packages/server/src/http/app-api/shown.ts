// Turns rows of the database into the schemas of app.yaml.
import type { AppSchemas } from '@skiptrace/contract/app';
import type { ApiKey, TermsAcceptance } from '../../accounts/index.js';
import type { LedgerRecord } from '../../billing/index.js';
import { isoTime } from '../../clock.js';

export const shownRecord = (record: LedgerRecord): AppSchemas['Transaction'] => {
  const { id, type, amountCents, balanceCents, reference, note, createdAt } = record;
  return { id, type, amountCents, balanceCents, reference, note, createdAt: isoTime(createdAt) };
};

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
  ...{ version, purpose, acceptedBy },
  acceptedAt: isoTime(acceptedAt),
});

const isoOrNull = (ms: number | null): string | null => (ms === null ? null : isoTime(ms));

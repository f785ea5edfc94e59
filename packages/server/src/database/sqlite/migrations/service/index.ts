import { ServiceSchema } from './0001-service.js';
import { OwnerIntake } from './0002-owner-intake.js';
import { LedgerByAge } from './0003-ledger-by-age.js';
import { Sessions } from './0004-sessions.js';
import { OwnerImportRequest } from './0005-owner-import-request.js';
import { ReservationByRequest } from './0006-reservation-by-request.js';
import { SignInAttempt } from './0007-sign-in-attempt.js';
import { JobContent } from './0008-job-content.js';
import { PaidProperties } from './0009-paid-properties.js';
import { OwnerUploadHeads } from './0010-owner-upload-heads.js';
import { Suppressions } from './0011-suppressions.js';
import { RefundNotes } from './0012-refund-notes.js';
import { ErasedPeople } from './0013-erased-people.js';
import { Drop } from './0015-drop.js';
import { RequirePhone } from './0016-require-phone.js';
import { ClosedAccounts } from './0017-closed-accounts.js';
import { Webhooks } from './0018-webhooks.js';
import { Audit } from './0019-audit.js';
import { SuppressedAddresses } from './0020-suppressed-addresses.js';
import { TermsOfUse } from './0021-terms-of-use.js';
import { SuppressionChanges } from './0022-suppression-changes.js';
import { SavedLookups } from './0023-saved-lookups.js';
import { NamedPurchases } from './0024-named-purchases.js';
import { ColumnChoices } from './0025-column-choices.js';

/** In order; a landed migration is never edited, a later one mends it. */
export const serviceMigrations = [
  ServiceSchema,
  OwnerIntake,
  LedgerByAge,
  Sessions,
  OwnerImportRequest,
  ReservationByRequest,
  SignInAttempt,
  JobContent,
  PaidProperties,
  OwnerUploadHeads,
  Suppressions,
  RefundNotes,
  ErasedPeople,
  Drop,
  RequirePhone,
  ClosedAccounts,
  Webhooks,
  Audit,
  SuppressedAddresses,
  TermsOfUse,
  SuppressionChanges,
  SavedLookups,
  NamedPurchases,
  ColumnChoices,
];

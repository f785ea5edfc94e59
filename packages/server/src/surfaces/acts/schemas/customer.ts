// Schemas of sessions and of the customer's pages.
import {
  bool,
  choice,
  contract,
  day,
  form,
  int,
  list,
  object,
  orNull,
  personal,
  record,
  secret,
  text,
  time,
} from '../schema.js';

export const JobStatus = contract('JobStatus');
export const Mode = choice(
  ['live', 'test'],
  "live = real owners and money; test = the sandbox's made-up owners, free.",
);
export const AppSettings = object({
  operatorName: orNull(text('Who runs the service, for the page /opt-out; null if it is not set.')),
  signInByEmail: bool('Whether mail is set up.'),
  sandbox: bool("Whether the sandbox's addresses answer live keys."),
  lowBalanceCents: int('A live balance below this is worth a note.'),
  maxUploadBytes: int(),
  rowsPerJob: int(),
  previewDays: int('A job waits for its approval so long before it is cancelled.'),
});
export const CustomerSession = object({
  accountId: text(),
  name: text(),
  email: orNull(personal()),
  mode: Mode,
  signedInWith: choice(['key', 'link']),
  mustAcceptTerms: bool('Nothing is looked up before the terms of use are accepted.'),
  expiresAt: time(),
});
export const TermsAcceptance = object({
  version: text(),
  purpose: text(),
  acceptedAt: time(),
  acceptedBy: text(),
});
export const SignInLink = object({
  name: text('The account or the operator that it signs in.'),
  expiresAt: time(),
});
export const SignInAttempt = secret(
  'Made by chance, once for a link. When the answer is lost, the same link with the same attempt signs in once more, within a\nminute and as long as the session is unused.',
  { minLength: 20, maxLength: 100 },
);
export const OperatorSession = object({ name: text('Who the link was made for.'), expiresAt: time() });
export const ActivityDay = object({
  date: day(),
  spentCents: int('Charges less refunds.'),
  matches: int('Charged matches.'),
  misses: int(),
});
export const LedgerId = text('The whole id of a transaction, a list or a request.', { maxLength: 64 });
export const TransactionType = choice(
  [
    'top_up',
    'adjustment',
    'lookup_charge',
    'lookup_refund',
    'bulk_reservation',
    'bulk_refund',
    'job_charge',
    'job_refund',
    'refund',
  ],
  'Reading 17.',
);
export const Transaction = object({
  id: text(),
  type: TransactionType,
  amountCents: int('Below zero where money was taken.'),
  balanceCents: int('After it.'),
  reference: orNull(text()),
  note: orNull(text('Why a charge was refunded.')),
  createdAt: time(),
});
export const SavedLookupDays = int('Days for which lookups are saved; 0 saves none.', {
  minimum: 0,
  maximum: 365,
});
export const Preferences = object({
  savedLookupDays: SavedLookupDays,
  namePurchases: bool(
    'Whether the ledger names the addresses of lookups that are still saved, to the customer and to operators; true unless chosen.',
  ),
  mailLists: bool(
    "Whether the account's email address is told that a list needs approval or is ready; where mail is set up.",
  ),
});
export const Purchase = object({
  by: text('`key:ID` or `dashboard:ID`.'),
  properties: int('How many were handed out.'),
  mark: orNull(
    text(
      'Stands for the property, where there is one. The same property has the same mark in this account alone.',
    ),
  ),
  before: list(
    object({ reference: text(), at: time(), properties: int('How many of them.') }),
    'Earlier charges for one of the properties, newest first; at most five.',
  ),
  idempotencyKey: orNull(text('Null without one and after a day.')),
});
export const LookedUpAddresses = record(
  personal(),
  'Addresses of lookups that are still saved, by the reference of their records; empty unless the account wants them named.',
);
export const CoOwners = list(
  object({ contact: contract('Contact'), phones: list(contract('Phone')), emails: list(personal()) }),
  'The other owners at the same property in the same source, at most nine; none where more are on file there, which then is a building without units.',
);
export const SavedLookup = object({
  id: text("The request's id, which the ledger has as the reference of the charge."),
  address: personal('What was asked, in standard form.'),
  lookedUpAt: time(),
  chargedCents: int(),
  refundedCents: int('What of it came back.'),
  freeUntil: orNull(
    day('The last UTC day on which another lookup of the property is free; null if it is charged.'),
  ),
  match: orNull(
    contract('SkipTraceMatch'),
    'The owner as the record is now; null where the owner is no longer on file.',
  ),
  coOwners: CoOwners,
});
export const Key = object({
  id: text(),
  label: orNull(text()),
  mode: Mode,
  createdAt: time(),
  lastUsedAt: orNull(time()),
  revokedAt: orNull(time()),
});
export const CreatedKey = object({ key: Key, apiKey: secret() });
export const Job = contract('SkipTraceJob');
export const ColumnMapping = contract('ColumnMapping');
export const ResultOwner = object({
  name: personal('Empty where none is on file.'),
  mailing: personal('Empty where none is on file.'),
  phones: list(
    object({
      number: personal(),
      type: choice(['mobile', 'landline']),
      dncStatus: choice(
        ['listed', 'not listed', 'not checked'],
        'On a Do Not Call registry, not on one, or not checked. Results of earlier versions have `listed` for both the\nfirst and the last.',
      ),
    }),
  ),
  emails: list(personal()),
});
export const ResultRow = object({
  property: personal('As the list has it.'),
  matchedTo: orNull(
    personal(
      'The street address on file, if the list has words that are not in it. Null for a row without a match.',
    ),
  ),
  missReason: orNull(
    choice(['notOnFile', 'severalFit', 'unit', 'incomplete', 'noPhone']),
    'Why no owner was found, as in MissReasons of openapi.yaml; null for a match, and if it is not known.',
  ),
  owner: orNull(ResultOwner, 'Null for a row without a match.'),
  coOwners: list(ResultOwner, 'The other owners of the property, as in the file.'),
});
export const ColumnChoices = form({
  overrides: record(text({ maxLength: 500 }), 'Field to the name of its column; empty for none.', {
    maxProperties: 50,
  }),
  headerRow: orNull(int('The row that has the names of the columns.', { minimum: 1 })),
  renameColumns: bool('Columns of the same name get different ones.'),
});
export const JobFile = object({
  keptUntil: orNull(time()),
  columnMapping: orNull(
    ColumnMapping,
    'As the job was made with. Null for a job of a version that forgot it.',
  ),
});

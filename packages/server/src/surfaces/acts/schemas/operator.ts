// Schemas of accounts, jobs, messages and the service, as operators see them.
import { TERM_BOUNDS } from '../../../money/accounts/index.js';
import { EVENT_TYPES } from '../../../work/webhooks/index.js';
import {
  bool,
  choice,
  filled,
  form,
  int,
  list,
  maybe,
  number,
  object,
  orNull,
  personal,
  record,
  text,
  time,
} from '../schema.js';
import { JobStatus, Mode, Transaction } from './customer.js';

export const OperatorJob = object({
  id: text(),
  accountId: text(),
  accountName: text(),
  mode: Mode,
  status: JobStatus,
  totalRows: orNull(int()),
  matchedRows: orNull(int()),
  totalChargeCents: orNull(int()),
  refundCents: orNull(int('Given back so far, by the server or an operator.')),
  errorMessage: orNull(text()),
  createdAt: time(),
  updatedAt: time(),
});
export const LogEvent = object(
  {
    id: text(),
    at: time(),
    kind: text('Such as `job.confirm` or `command`.'),
    actor: text('`key:ID`, `dashboard:ID`, `operator:NAME`, `command:NAME` or `service`.'),
    accountId: orNull(text('Null for what belongs to no account.')),
    accountName: orNull(text('Of the account that it belongs to, or that `details` name.')),
    key: orNull(
      object({
        label: orNull(text()),
        isWebSession: bool('It stands for the account’s sessions that began with a link.'),
      }),
      'The key of the actor; null for operators and the server.',
    ),
    reference: orNull(text()),
    cents: int('That left the balance; negative if they were added.'),
    details: object({}, 'Nothing personal.', { additionalProperties: true }),
  },
  'An entry of the log of disclosures that is no lookup.',
);
export const OperatorJobDetails = object({
  job: OperatorJob,
  origin: choice(['api', 'dashboard']),
  uploadBytes: orNull(int('Null before the upload.')),
  priceCents: orNull(int('A match; at most, until the preview.')),
  repeatRows: orNull(int()),
  blankAddressCount: orNull(int()),
  hasUpload: bool('Whether its file is still stored.'),
  hasResult: bool(),
  work: orNull(
    object({
      kind: choice(['match', 'enrich']),
      failures: int('How often it failed so far.'),
      takeovers: int('How often its server died over it.'),
      dueAt: time(),
      isRunning: bool(),
    }),
    'What the server still has to do for it; null if nothing.',
  ),
  events: list(LogEvent, 'Entries of the log of disclosures about it, newest first.'),
  transactions: list(Transaction, 'Its records in the ledger, newest first.'),
});
export const AccountName = text({ ...filled(200) });
export const AccountEmail = orNull(text({ format: 'email', maxLength: 254 }));
const term = (column: keyof typeof TERM_BOUNDS) => {
  const { min, max } = TERM_BOUNDS[column];
  return maybe(orNull(int({ minimum: min, maximum: max })));
};
export const TermsChange = form(
  {
    priceCents: term('priceCents'),
    dailyMisses: term('dailyMisses'),
    singlePerMinute: term('singlePerMinute'),
    bulkPerMinute: term('bulkPerMinute'),
    freeRepeatDays: term('freeRepeatDays'),
  },
  'null gives the default back; what is not named stays.',
);
export const WebhookType = choice(EVENT_TYPES);
export const WebhookEndpoint = object({
  id: text(),
  url: text(),
  events: list(WebhookType),
  createdAt: time(),
});
export const WebhookDelivery = object({
  id: text(),
  webhookId: text('The `webhook-id` of what was sent.'),
  endpointId: text(),
  url: text(),
  type: WebhookType,
  status: choice(['pending', 'delivered', 'failed']),
  attempts: int(),
  answered: orNull(int('HTTP status of the last answer.')),
  error: orNull(text('Why the last attempt failed.')),
  createdAt: time(),
  updatedAt: time(),
});
export const MayShareName = bool(
  'Without it, a name that another account has is a 409 with the code `same_name`, and nothing is changed.',
);
export const OperatorAccount = object({
  id: text(),
  name: personal(),
  email: orNull(personal()),
  status: choice(['active', 'suspended', 'closed']),
  balanceCents: int(),
  terms: object(
    {
      priceCents: int(),
      dailyMisses: int(),
      singlePerMinute: int(),
      bulkPerMinute: int(),
      freeRepeatDays: int('0 where repeats are charged.'),
    },
    'What applies.',
  ),
  ownTerms: object(
    {
      priceCents: orNull(int()),
      dailyMisses: orNull(int()),
      singlePerMinute: orNull(int()),
      bulkPerMinute: orNull(int()),
      freeRepeatDays: orNull(int()),
    },
    "What was set for this account; null where the contract's value applies.",
  ),
  createdAt: time(),
});
export const SupportMessage = object({
  id: text(),
  fullName: personal(),
  email: personal(),
  phone: personal(),
  reason: text(),
  message: personal(),
  isDone: bool(),
  isSeen: bool('Whether an operator has opened it.'),
  replies: int(),
  createdAt: time(),
});
export const SupportMessageDetails = object({
  message: SupportMessage,
  accounts: list(
    object({ id: text(), name: text(), isByEmail: bool() }),
    'With the email address of the message, or named by an id in its text, which proves nothing.',
  ),
  jobs: list(object({ id: text(), accountId: text(), status: JobStatus }), 'Named by an id in its text.'),
  entries: list(
    object({
      id: text(),
      kind: choice(['note', 'reply']),
      at: time(),
      by: text(),
      text: personal(),
      mailedAt: orNull(time('When the mail server took a reply.')),
    }),
    'Notes and replies of operators, oldest first.',
  ),
  isMailSetUp: bool(),
});
export const DoctorCheck = object({
  checkedAt: time(),
  checkedBy: text('`operator:NAME`, or `service` for the check of the night.'),
  accountsChecked: int(),
  findings: list(text()),
});
export const OperatorHome = object({
  messages: object({ open: int(), unread: int() }, 'Open support messages.'),
  requests: object(
    {
      open: int(),
      late: int(),
      letters: int('Unconfirmed requests that wait for a letter.'),
      nextDueAt: orNull(time()),
    },
    'Open requests of people.',
  ),
  failedJobs: int('In the last day.'),
  failedImports: int('In the last day.'),
  toApprove: int('Jobs that wait for their customers.'),
  toApproveCents: int(),
  today: object(
    { spentCents: int(), toppedUpCents: int(), refundedCents: int() },
    'All accounts since midnight UTC.',
  ),
  lastCheck: orNull(DoctorCheck, "The doctor's last check; null before the first."),
});
export const Health = object({
  at: time(),
  status: choice(['ready', 'degraded', 'not ready']),
  faults: list(text()),
  shortages: list(text()),
  version: text(),
  uptimeSeconds: number('Of the server that answered.'),
  database: choice(['sqlite', 'postgres']),
  storage: choice(['local', 's3']),
  backlog: record(int(), 'Tasks that wait, by kind.'),
  freeBytes: orNull(int('Of the disk; null in a bucket.')),
  residentBytes: int(),
  accounts: int(),
  jobs: record(int(), 'Jobs by status.'),
  lookups: record(int(), 'Since the server that answered started.'),
});

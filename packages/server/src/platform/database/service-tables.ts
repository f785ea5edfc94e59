/** Words that differ between the engines. */
export interface Dialect {
  /** Type and constraint of a primary key that is a number. */
  numberKey: string;
  /** Makes such a key count up; no number is given twice. */
  counting: string;
  bytes: string;
  /** Behind a table that is stored in the order of its primary key, where the engine can. */
  inKeyOrder: string;
  /** Expression: 256 random bits in hexadecimal digits. */
  randomHex: string;
}

/**
 * Tables of the service, as statements that create them: accounts, money, limits, replays, jobs, tasks, people who are left out, and
 * the log of disclosures. Times are milliseconds since the epoch, money is whole cents, lists and other structures are JSON.
 */
export const serviceTables = ({ numberKey, counting, bytes, inKeyOrder, randomHex }: Dialect): string[] => [
  `CREATE TABLE accounts (
     id TEXT PRIMARY KEY,
     name TEXT NOT NULL,
     email TEXT,
     status TEXT NOT NULL CHECK (status IN ('active', 'suspended')),
     -- A closed account is suspended, too.
     closed_at BIGINT,
     balance_cents BIGINT NOT NULL DEFAULT 0 CHECK (balance_cents >= 0),
     -- Price and limits are null where the contract's values apply; the numbers of days are null where the server's apply.
     price_cents BIGINT,
     daily_misses BIGINT,
     single_per_minute BIGINT,
     bulk_per_minute BIGINT,
     free_repeat_days BIGINT,
     saved_lookup_days BIGINT,
     -- 1 where the ledger names the purchased addresses, or null.
     name_purchases BIGINT,
     -- 1 where mails say how lists went, or null.
     mail_lists BIGINT,
     -- The terms of use that were accepted last.
     terms_version TEXT,
     property_secret TEXT NOT NULL,
     created_at BIGINT NOT NULL
   )`,
  // Which terms of use an account accepted, and for what purpose.
  `CREATE TABLE terms_acceptances (
     account_id TEXT NOT NULL REFERENCES accounts (id),
     version TEXT NOT NULL,
     purpose TEXT NOT NULL,
     accepted_at BIGINT NOT NULL,
     accepted_by TEXT NOT NULL,
     key_id TEXT,
     PRIMARY KEY (account_id, version)
   )`,
  `CREATE TABLE api_keys (
     id TEXT PRIMARY KEY,
     account_id TEXT NOT NULL REFERENCES accounts (id),
     mode TEXT NOT NULL CHECK (mode IN ('live', 'test')),
     label TEXT,
     key_hash TEXT NOT NULL UNIQUE,
     created_at BIGINT NOT NULL,
     last_used_at BIGINT,
     revoked_at BIGINT
   )`,
  'CREATE INDEX api_keys_by_account ON api_keys (account_id)',

  // Browser sessions, and the links that begin them. Only hashes of their secrets are stored.
  `CREATE TABLE sessions (
     id TEXT PRIMARY KEY,
     role TEXT NOT NULL CHECK (role IN ('customer', 'operator')),
     account_id TEXT REFERENCES accounts (id),
     key_id TEXT REFERENCES api_keys (id),
     signed_in_with TEXT NOT NULL CHECK (signed_in_with IN ('key', 'link')),
     name TEXT,
     token_hash TEXT NOT NULL UNIQUE,
     previous_hash TEXT UNIQUE,
     -- A browser that sends a link again, because the answer was lost, gets the session that it began.
     attempt_hash TEXT,
     rotated_at BIGINT NOT NULL,
     confirmed_at BIGINT,
     created_at BIGINT NOT NULL,
     last_used_at BIGINT NOT NULL,
     expires_at BIGINT NOT NULL,
     ended_at BIGINT
   )`,
  'CREATE INDEX sessions_by_account ON sessions (account_id)',
  'CREATE INDEX sessions_by_expiry ON sessions (expires_at)',
  'CREATE UNIQUE INDEX sessions_by_attempt ON sessions (attempt_hash) WHERE attempt_hash IS NOT NULL',
  `CREATE TABLE sign_in_links (
     token_hash TEXT PRIMARY KEY,
     role TEXT NOT NULL CHECK (role IN ('customer', 'operator')),
     account_id TEXT REFERENCES accounts (id),
     name TEXT,
     created_at BIGINT NOT NULL,
     expires_at BIGINT NOT NULL,
     used_at BIGINT
   )`,

  // Indexed by age in the migrations of each engine.
  `CREATE TABLE ledger_records (
     -- The charge of a single lookup has the request's id, which is its reference.
     id TEXT NOT NULL,
     account_id TEXT NOT NULL REFERENCES accounts (id),
     sequence BIGINT NOT NULL,
     type TEXT NOT NULL,
     amount_cents BIGINT NOT NULL,
     balance_cents BIGINT NOT NULL CHECK (balance_cents >= 0),
     reference TEXT,
     -- Why an operator gave a charge back.
     note TEXT,
     created_at BIGINT NOT NULL,
     PRIMARY KEY (account_id, sequence),
     CHECK (type <> 'lookup_charge' OR (reference IS NOT NULL AND id = reference))
   ) ${inKeyOrder}`,
  'CREATE INDEX ledger_records_by_reference ON ledger_records (reference)',
  // Leaves out charges of lookups, which are most records, so that a lookup doesn't write it (`recordById`).
  "CREATE UNIQUE INDEX ledger_records_by_id ON ledger_records (id) WHERE type <> 'lookup_charge'",
  `CREATE TABLE reservations (
     id TEXT PRIMARY KEY,
     account_id TEXT NOT NULL REFERENCES accounts (id),
     amount_cents BIGINT NOT NULL,
     price_cents BIGINT NOT NULL,
     reference TEXT NOT NULL,
     -- The repeat of a bulk uses its reservation if the first server died.
     request_fingerprint TEXT,
     status TEXT NOT NULL CHECK (status IN ('held', 'settled', 'refunded')),
     created_at BIGINT NOT NULL
   )`,
  "CREATE INDEX reservations_held ON reservations (created_at) WHERE status = 'held'",
  "CREATE INDEX reservations_held_by_request ON reservations (request_fingerprint) WHERE status = 'held'",
  `CREATE TABLE daily_lookups (
     account_id TEXT NOT NULL REFERENCES accounts (id),
     day TEXT NOT NULL,
     misses BIGINT NOT NULL,
     matches BIGINT NOT NULL,
     -- Sum of the charges of single lookups.
     charged_cents BIGINT NOT NULL,
     PRIMARY KEY (account_id, day)
   )`,
  'CREATE INDEX daily_lookups_by_day ON daily_lookups (day)',
  `CREATE TABLE replays (
     account_id TEXT NOT NULL REFERENCES accounts (id),
     operation TEXT NOT NULL,
     idempotency_key TEXT NOT NULL,
     request_digest TEXT NOT NULL,
     outcome TEXT NOT NULL,
     -- Ids of the owner records of the answer, each between commas: ,12,15,
     record_ids TEXT NOT NULL,
     created_at BIGINT NOT NULL,
     PRIMARY KEY (account_id, operation, idempotency_key)
   )`,
  'CREATE INDEX replays_by_age ON replays (created_at)',

  // Properties that an account was charged for, which are free for its `free_repeat_days`.
  // Without the reference to accounts on PostgreSQL: its migrations.
  `CREATE TABLE paid_properties (
     account_id TEXT NOT NULL REFERENCES accounts (id),
     -- A keyed hash: no address can be read from it.
     property TEXT NOT NULL,
     -- A UTC day.
     paid_on TEXT NOT NULL,
     -- The charge's in the ledger.
     reference TEXT NOT NULL,
     -- 1 for one more hash of a property that the charge has in another row.
     further BIGINT NOT NULL,
     PRIMARY KEY (account_id, property)
   ) ${inKeyOrder}`,
  'CREATE INDEX paid_properties_by_charge ON paid_properties (account_id, paid_on, reference)',
  // Properties with these references are not paid for: money/receipts/paid-store.ts.
  `CREATE TABLE paid_claims (
     account_id TEXT NOT NULL REFERENCES accounts (id),
     reference TEXT NOT NULL,
     claimed_on TEXT NOT NULL,
     token TEXT,
     PRIMARY KEY (account_id, reference)
   ) ${inKeyOrder}`,

  // Lookups saved for the account that paid for them.
  `CREATE TABLE saved_lookups (
     -- The id of the request, which is the reference of the charge in the ledger.
     id TEXT NOT NULL,
     account_id TEXT NOT NULL REFERENCES accounts (id),
     address TEXT NOT NULL,
     asked TEXT NOT NULL,
     property TEXT NOT NULL,
     record_id BIGINT NOT NULL,
     record_mark TEXT NOT NULL,
     -- References to the records of the other owners that it was answered with, or null.
     co_owners TEXT,
     charged_cents BIGINT NOT NULL,
     created_at BIGINT NOT NULL,
     PRIMARY KEY (account_id, created_at, id)
   ) ${inKeyOrder}`,

  `CREATE TABLE jobs (
     -- Gives the list its order when two jobs begin in the same millisecond.
     sequence ${numberKey} ${counting},
     id TEXT NOT NULL UNIQUE,
     account_id TEXT NOT NULL REFERENCES accounts (id),
     mode TEXT NOT NULL CHECK (mode IN ('live', 'test')),
     status TEXT NOT NULL,
     filename TEXT NOT NULL,
     column_mapping TEXT NOT NULL,
     origin TEXT NOT NULL,
     -- 1 where only matches with a phone are wanted, or null.
     require_phone BIGINT,
     -- A keyed hash (contentMark in work/jobs/jobs.ts), by which a list that was uploaded before is found from any machine.
     content_mark TEXT,
     upload_version TEXT,
     upload_bytes BIGINT,
     matching_started_at BIGINT,
     total_rows BIGINT,
     matched_rows BIGINT,
     blank_address_count BIGINT,
     layout TEXT,
     price_cents BIGINT,
     total_charge_cents BIGINT,
     refund_cents BIGINT,
     -- The term at the job's matching, the rows its preview shows as free, and the file of properties it charges for.
     free_repeat_days BIGINT,
     repeat_rows BIGINT,
     unpaid_version TEXT,
     result_version TEXT,
     result_bytes BIGINT,
     -- The version of the suppression list when the result was written, and its rows that were withheld after they were paid for.
     suppression_version BIGINT,
     withheld_rows BIGINT,
     error_message TEXT,
     created_at BIGINT NOT NULL,
     updated_at BIGINT NOT NULL
   )`,
  'CREATE INDEX jobs_by_account ON jobs (account_id, mode, sequence)',
  'CREATE INDEX jobs_by_status ON jobs (status, updated_at)',
  'CREATE INDEX jobs_by_content ON jobs (account_id, mode, content_mark, sequence) WHERE content_mark IS NOT NULL',
  // Shares of an account are counted by indexes alone (work/jobs/room.ts).
  `CREATE INDEX jobs_open ON jobs (account_id, mode, upload_bytes)
   WHERE status IN ('pending', 'uploaded', 'processing', 'preview')`,
  'CREATE INDEX jobs_with_files ON jobs (account_id, updated_at) WHERE upload_version IS NOT NULL',
  `CREATE INDEX jobs_uncharged ON jobs (account_id, mode, created_at)
   WHERE (status IN ('cancelled', 'failed') AND refund_cents IS NULL)
      OR (status = 'completed' AND total_charge_cents = 0)`,
  // Choices of an account about the columns of its lists.
  `CREATE TABLE column_choices (
     account_id TEXT NOT NULL REFERENCES accounts (id),
     -- A hash of the column headers.
     headers TEXT NOT NULL,
     -- JSON with names of columns.
     choices TEXT NOT NULL,
     used_at BIGINT NOT NULL,
     PRIMARY KEY (account_id, headers)
   )`,

  // A row is deleted when its task is done; a lease past its time may be taken over.
  `CREATE TABLE tasks (
     id TEXT PRIMARY KEY,
     kind TEXT NOT NULL,
     subject TEXT NOT NULL,
     account_id TEXT NOT NULL,
     weight BIGINT NOT NULL,
     due_at BIGINT NOT NULL,
     failures BIGINT NOT NULL DEFAULT 0,
     takeovers BIGINT NOT NULL DEFAULT 0,
     lease_token TEXT,
     lease_until BIGINT,
     created_at BIGINT NOT NULL,
     UNIQUE (kind, subject)
   )`,
  'CREATE INDEX tasks_by_due ON tasks (due_at)',
  // When an account last had its turn, which is known while none of its tasks is queued.
  'CREATE TABLE task_turns (account_id TEXT PRIMARY KEY, started_at BIGINT NOT NULL)',

  // Endpoints of accounts, the events sent to them, and the delivery log.
  `CREATE TABLE webhook_endpoints (
     id TEXT PRIMARY KEY,
     account_id TEXT NOT NULL REFERENCES accounts (id),
     url TEXT NOT NULL,
     secret TEXT NOT NULL,
     -- A list of types.
     events TEXT NOT NULL,
     -- 1 while the balance is known to be low.
     is_low BIGINT NOT NULL,
     created_at BIGINT NOT NULL,
     removed_at BIGINT
   )`,
  'CREATE INDEX webhook_endpoints_by_account ON webhook_endpoints (account_id)',
  `CREATE TABLE webhook_events (
     id TEXT PRIMARY KEY,
     account_id TEXT NOT NULL REFERENCES accounts (id),
     type TEXT NOT NULL,
     data TEXT NOT NULL,
     created_at BIGINT NOT NULL
   )`,
  'CREATE INDEX webhook_events_by_age ON webhook_events (created_at)',
  `CREATE TABLE webhook_deliveries (
     id TEXT PRIMARY KEY,
     event_id TEXT NOT NULL REFERENCES webhook_events (id),
     endpoint_id TEXT NOT NULL REFERENCES webhook_endpoints (id),
     account_id TEXT NOT NULL,
     status TEXT NOT NULL CHECK (status IN ('pending', 'delivered', 'failed')),
     attempts BIGINT NOT NULL,
     answered BIGINT,
     error TEXT,
     begun_at BIGINT NOT NULL,
     created_at BIGINT NOT NULL,
     updated_at BIGINT NOT NULL
   )`,
  'CREATE INDEX webhook_deliveries_by_account ON webhook_deliveries (account_id, created_at, id)',
  'CREATE INDEX webhook_deliveries_by_age ON webhook_deliveries (created_at)',
  'CREATE INDEX webhook_deliveries_by_event ON webhook_deliveries (event_id)',
  'CREATE INDEX webhook_deliveries_by_endpoint ON webhook_deliveries (endpoint_id)',
  "CREATE INDEX webhook_deliveries_pending ON webhook_deliveries (id) WHERE status = 'pending'",

  // The suppression list: people who opted out (privacy/list/). `identity` and `key` are keyed hashes: no name, address, phone or email can
  // be read from them.
  `CREATE TABLE suppressions (
     id TEXT PRIMARY KEY,
     kind TEXT NOT NULL,
     identity TEXT NOT NULL,
     -- Sealed: compared with records that spell the address in another way.
     address TEXT,
     reason TEXT NOT NULL,
     source TEXT NOT NULL,
     entered_by TEXT NOT NULL,
     created_at BIGINT NOT NULL,
     lifted_at BIGINT,
     lifted_by TEXT,
     lift_reason TEXT,
     -- Of people who were also deleted: after a restore they are deleted again.
     erased_at BIGINT,
     erased_by TEXT
   ) ${inKeyOrder}`,
  'CREATE UNIQUE INDEX suppressions_in_force ON suppressions (identity) WHERE lifted_at IS NULL',
  // The keys of a lifted entry are deleted.
  `CREATE TABLE suppression_keys (
     key TEXT NOT NULL,
     suppression_id TEXT NOT NULL REFERENCES suppressions (id),
     mark BIGINT NOT NULL,
     PRIMARY KEY (key, suppression_id)
   ) ${inKeyOrder}`,
  'CREATE INDEX suppression_keys_by_entry ON suppression_keys (suppression_id)',
  // One row, which every reader checks first.
  `CREATE TABLE suppression_list (
     name TEXT PRIMARY KEY,
     version BIGINT NOT NULL,
     key_count BIGINT NOT NULL,
     drop_count BIGINT NOT NULL DEFAULT 0,
     -- How often corrected owners changed. Here, so that owners who were not corrected cost nothing more.
     corrections BIGINT NOT NULL DEFAULT 0,
     secret TEXT NOT NULL
   ) ${inKeyOrder}`,
  `INSERT INTO suppression_list (name, version, key_count, secret) VALUES ('all', 0, 0, ${randomHex})`,
  // Additions of the latest changes of the suppression list, so that a process reads only these and not the whole list again.
  `CREATE TABLE suppression_changes (
     version ${numberKey},
     -- The version before it.
     previous BIGINT NOT NULL,
     -- Numbers with commas between them (privacy/list/suppression-list.ts).
     marks TEXT NOT NULL
   )`,
  // Owners that an operator corrected (privacy/list/corrected-owners.ts).
  `CREATE TABLE owner_corrections (
     id TEXT PRIMARY KEY,
     -- Digest of the property.
     property TEXT NOT NULL,
     -- The property's address as in the record.
     address TEXT NOT NULL,
     names TEXT NOT NULL,
     contact TEXT NOT NULL,
     reason TEXT NOT NULL,
     corrected_by TEXT NOT NULL,
     corrected_at BIGINT NOT NULL
   )`,
  'CREATE INDEX owner_corrections_by_property ON owner_corrections (property)',

  // Deletion requests of California's DROP (privacy/drop/). A batch is one download from it, or the files of one run; the archive itself
  // is in the file store.
  `CREATE TABLE drop_batches (
     id TEXT PRIMARY KEY,
     service TEXT NOT NULL CHECK (service IN ('production', 'sandbox')),
     way TEXT NOT NULL CHECK (way IN ('api', 'files')),
     state TEXT NOT NULL CHECK (state IN ('asked', 'archived', 'listed', 'answered')),
     created_at BIGINT NOT NULL,
     taken_at BIGINT,
     answered_at BIGINT
   ) ${inKeyOrder}`,
  `CREATE TABLE drop_lists (
     id ${numberKey},
     batch_id TEXT NOT NULL REFERENCES drop_batches (id),
     name TEXT NOT NULL,
     list TEXT NOT NULL,
     UNIQUE (batch_id, name)
   )`,
  // Rows are never deleted: people who opted out stay out when owners are imported later.
  `CREATE TABLE drop_items (
     -- PostgreSQL orders them by bytes: its migrations.
     work_id TEXT NOT NULL,
     service TEXT NOT NULL,
     list_id BIGINT NOT NULL REFERENCES drop_lists (id),
     -- A keyed hash of DROP's hash.
     key TEXT NOT NULL,
     mark BIGINT NOT NULL,
     -- 1 for hashes that owners are compared with, 2 for hashes that no owner has, 0 for withdrawn ones.
     in_force BIGINT NOT NULL,
     -- Null before matching, and 1 for a match of one person that is not deleted yet.
     status BIGINT,
     -- The status that DROP has.
     reported BIGINT,
     PRIMARY KEY (work_id, service)
   ) ${inKeyOrder}`,
  'CREATE INDEX drop_items_by_key ON drop_items (key)',
  'CREATE INDEX drop_items_by_list ON drop_items (list_id, work_id)',
  // The people that were suppressed because of an identifier, by the identity of their entries.
  `CREATE TABLE drop_people (
     key TEXT NOT NULL,
     identity TEXT NOT NULL,
     PRIMARY KEY (key, identity)
   ) ${inKeyOrder}`,
  'CREATE INDEX drop_people_by_identity ON drop_people (identity)',
  // A file of statuses, ready to be sent. It is in the file store as well.
  `CREATE TABLE drop_reports (
     name TEXT NOT NULL,
     list_id BIGINT NOT NULL REFERENCES drop_lists (id),
     file TEXT NOT NULL,
     kind TEXT NOT NULL CHECK (kind IN ('upload', 'amend')),
     made_at BIGINT NOT NULL,
     sent_at BIGINT,
     taken_at BIGINT,
     PRIMARY KEY (list_id, name)
   ) ${inKeyOrder}`,

  // The log of disclosures: entries, the records of jobs' results, and the seals over them.
  `CREATE TABLE audit_entries (
     -- Given by the database, also on PostgreSQL: its migrations.
     number ${numberKey},
     -- An account's id, or that of the service.
     chain TEXT NOT NULL,
     at BIGINT NOT NULL,
     actor TEXT NOT NULL,
     kind TEXT NOT NULL,
     reference TEXT,
     cents BIGINT NOT NULL,
     details TEXT NOT NULL
   )`,
  'CREATE INDEX audit_entries_by_account ON audit_entries (chain, number)',
  // Lookups, which are most entries, pay nothing for these (`findActions` in money/log/audit.ts).
  `CREATE INDEX audit_actions_by_age ON audit_entries (at, number) WHERE kind NOT IN ('lookup', 'bulk')`,
  `CREATE INDEX audit_actions_by_subject ON audit_entries (chain, kind, reference, number)
   WHERE kind NOT IN ('lookup', 'bulk')`,
  `CREATE TABLE audit_records (
     chain TEXT NOT NULL,
     reference TEXT NOT NULL,
     part BIGINT NOT NULL,
     content ${bytes} NOT NULL,
     PRIMARY KEY (chain, reference, part)
   )`,
  `CREATE TABLE audit_seals (
     number BIGINT NOT NULL PRIMARY KEY,
     at BIGINT NOT NULL,
     -- What is signed, beside number and time (money/log/seal.ts).
     content TEXT NOT NULL,
     hash TEXT NOT NULL,
     public_key TEXT NOT NULL,
     signature TEXT NOT NULL
   )`,

  // Files of owners that operators send from the browser, and imports. Rows of a file go with it, after a day.
  `CREATE TABLE owner_uploads (
     id TEXT PRIMARY KEY,
     name TEXT NOT NULL,
     -- Null until the file is there as a whole, and again when it was removed.
     bytes BIGINT,
     -- Changes while the file arrives.
     alive_at BIGINT,
     -- How the file begins, which is read once and shown to operators.
     heads TEXT,
     created_at BIGINT NOT NULL
   )`,
  `CREATE TABLE owner_runs (
     id TEXT PRIMARY KEY,
     upload_id TEXT NOT NULL,
     file_name TEXT,
     -- The settings that it was started with: the import page shows them again when it is opened later.
     request TEXT,
     dry_run BOOLEAN NOT NULL,
     state TEXT NOT NULL CHECK (state IN ('running', 'done', 'failed')),
     rows_read BIGINT NOT NULL,
     bytes_read BIGINT NOT NULL,
     bytes BIGINT NOT NULL,
     summary TEXT,
     error TEXT,
     started_by TEXT,
     started_at BIGINT NOT NULL,
     alive_at BIGINT NOT NULL
   )`,
  'CREATE INDEX owner_runs_by_upload ON owner_runs (upload_id)',
  'CREATE INDEX owner_runs_by_age ON owner_runs (started_at, id)',

  // Notes that one process leaves for others (surfaces/service/notes.ts).
  'CREATE TABLE service_notes (name TEXT PRIMARY KEY, at BIGINT NOT NULL, content TEXT NOT NULL)',
  // Findings of the doctor, of each night and of each request by an operator.
  `CREATE TABLE doctor_checks (
     checked_at BIGINT NOT NULL PRIMARY KEY,
     checked_by TEXT NOT NULL,
     accounts_checked BIGINT NOT NULL,
     -- A list of sentences.
     findings TEXT NOT NULL
   )`,
];

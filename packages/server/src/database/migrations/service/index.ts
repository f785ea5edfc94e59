import { AccountsAndLedger } from './0001-accounts-and-ledger.js';
import { LimitsReplaysSupport } from './0002-limits-replays-support.js';
import { Jobs } from './0003-jobs.js';
import { Tasks } from './0004-tasks.js';
import { TaskAccounts } from './0005-task-accounts.js';
import { FairShares } from './0006-fair-shares.js';
import { FilesByAccount } from './0007-files-by-account.js';
import { UnchargedJobs } from './0008-uncharged-jobs.js';
import { AccountTerms } from './0009-account-terms.js';
import { TestKeys } from './0010-test-keys.js';
import { SharesByMode } from './0011-shares-by-mode.js';

/** In order; a landed migration is never edited, a later one mends it. */
export const serviceMigrations = [
  AccountsAndLedger,
  LimitsReplaysSupport,
  Jobs,
  Tasks,
  TaskAccounts,
  FairShares,
  FilesByAccount,
  UnchargedJobs,
  AccountTerms,
  TestKeys,
  SharesByMode,
];

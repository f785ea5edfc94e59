import type { Act } from './act.js';
import { deleteSource, undoCorrection } from './owners.js';
import { addSuppression, liftSuppression, suppressPerson } from './people.js';
import { refundTransaction } from './refund.js';
import { createCustomerSignInLink } from './sign-in-link.js';

/** Every act: the app has an operation for each, and the command line a command. */
export const acts: readonly Act[] = [
  createCustomerSignInLink,
  refundTransaction,
  deleteSource,
  undoCorrection,
  addSuppression,
  liftSuppression,
  suppressPerson,
];

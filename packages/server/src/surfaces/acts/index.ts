import type { Act } from './act.js';
import * as lists from './lists.js';
import { deleteSource, listOwnerSources, undoCorrection } from './owners.js';
import { addSuppression, findDisclosures, liftSuppression, suppressPerson } from './people.js';
import { refundTransaction } from './refund.js';
import { createCustomerSignInLink } from './sign-in-link.js';
import * as webhooks from './webhooks.js';

/** Every act: the app has an operation for each, and the command line a command. */
export const acts: readonly Act[] = [
  createCustomerSignInLink,
  refundTransaction,
  listOwnerSources,
  deleteSource,
  undoCorrection,
  addSuppression,
  liftSuppression,
  suppressPerson,
  findDisclosures,
  ...Object.values(lists),
  ...Object.values(webhooks),
];

import type { Act } from './act.js';
import { getDncLists, getDropStatus } from './lists.js';
import { deleteSource, listOwnerSources, undoCorrection } from './owners.js';
import { addSuppression, findDisclosures, liftSuppression, suppressPerson } from './people.js';
import { refundTransaction } from './refund.js';
import { createCustomerSignInLink } from './sign-in-link.js';
import {
  createWebhook,
  deleteWebhook,
  listWebhookDeliveries,
  listWebhooks,
  replayWebhook,
} from './webhooks.js';

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
  getDncLists,
  getDropStatus,
  createWebhook,
  listWebhooks,
  deleteWebhook,
  listWebhookDeliveries,
  replayWebhook,
];

import type { Check } from '../suite/check.js';
import { account, deliveries } from './account.js';
import { contact } from './contact.js';
import { csvFiles } from './csv-files.js';
import { downloads } from './downloads.js';
import { failedFiles } from './failed-files.js';
import { headers } from './headers.js';
import { idempotency } from './idempotency.js';
import { jobs } from './jobs.js';
import { readingsOfMoney } from './money.js';
import { order } from './order.js';
import { owners } from './owners.js';
import { requests } from './requests.js';

/** Checks of skiptrace's own server where the specification is silent (docs/readings.md; sections name its numbers). */
export const readings: readonly Check[] = [
  ...order,
  ...requests,
  ...contact,
  ...idempotency,
  ...headers,
  ...readingsOfMoney,
  ...jobs,
  ...failedFiles,
  ...csvFiles,
  ...owners,
  ...downloads,
  ...account,
  ...deliveries,
].map((check) => ({ ...check, id: `reading.${check.id}` }));

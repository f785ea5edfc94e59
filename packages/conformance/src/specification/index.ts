import type { Check } from '../suite/check.js';
import { addressInput } from './address-input.js';
import { authentication } from './authentication.js';
import { contactEndpoint } from './endpoints-contact.js';
import { createEndpoint } from './endpoints-create.js';
import { jobEndpoints } from './endpoints-jobs.js';
import { lookupEndpoints } from './endpoints-lookups.js';
import { uploadEndpoints } from './endpoints-upload.js';
import { errors } from './errors.js';
import { jobFields } from './job-fields.js';
import { serviceLimits } from './limits.js';
import { lookupFields } from './lookup-fields.js';
import { overview } from './overview.js';
import { pages } from './pages.js';
import { pricing } from './pricing.js';
import { states } from './states.js';
import { versioning } from './versioning.js';

/** Checks of docs/specification.md, in its order. */
export const specification: readonly Check[] = [
  ...overview,
  ...pricing,
  ...addressInput,
  ...lookupFields,
  ...jobFields,
  ...states,
  ...lookupEndpoints,
  ...createEndpoint,
  ...uploadEndpoints,
  ...jobEndpoints,
  ...contactEndpoint,
  ...pages,
  ...authentication,
  ...errors,
  ...serviceLimits,
  ...versioning,
];

import type { Provider } from '@nestjs/common';
import { SupportMessages } from '../../contact/index.js';
import { Downloads, Jobs, Uploads } from '../../jobs/index.js';
import type { Service } from '../../service/service.js';
import { AccountController, OVERVIEW_NEEDS } from './account.controller.js';
import { ContactController } from './contact.controller.js';
import { FilesController } from './files.controller.js';
import { DELIVERY_NEEDS, DeliveriesController } from './deliveries.controller.js';
import { JobsController } from './jobs.controller.js';
import { LOOKUPS, LookupsController } from './lookups.controller.js';

/** The controllers for the operations of openapi.yaml, and for the signed links. */
export const controllers = [
  LookupsController,
  JobsController,
  FilesController,
  ContactController,
  AccountController,
  DeliveriesController,
];

/** Their dependencies, by Nest injection token. */
export const controllerNeeds = (service: Service): Provider[] => [
  { provide: LOOKUPS, useValue: service.lookups },
  { provide: Jobs, useValue: service.jobs.jobs },
  { provide: Uploads, useValue: service.jobs.uploads },
  { provide: Downloads, useValue: service.jobs.downloads },
  { provide: SupportMessages, useValue: service.messages },
  { provide: OVERVIEW_NEEDS, useValue: service },
  { provide: DELIVERY_NEEDS, useValue: service },
];

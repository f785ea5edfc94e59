import type { Provider } from '@nestjs/common';
import { Accounts, Authenticator, Sessions, TermsGate } from '../../accounts/index.js';
import { SignInMails } from '../../contact/index.js';
import { RequestRate } from '../../limits/index.js';
import { PersonRequests } from '../../requests/index.js';
import type { Service } from '../../service/service.js';
import { KeyGuessing } from '../key-guessing.js';
import { BrowserSessions } from './browser-sessions.js';
import { APP_SERVICE, CustomerController } from './customer.controller.js';
import {
  OPERATOR_SERVICE,
  OperatorAccountsController,
  OperatorJobsController,
  OperatorOwnersController,
  OperatorPeopleController,
  OperatorRequestsController,
  OperatorServiceController,
  OperatorSupportController,
} from './operator/index.js';
import { OptOutController } from './opt-out.controller.js';
import { APP_CONFIG, SessionController } from './session.controller.js';
import { SavedLookupsController } from './saved-lookups.controller.js';
import { WebhooksController } from './webhooks.controller.js';

/** The controllers for the operations of app.yaml. */
export const appControllers = [
  SessionController,
  CustomerController,
  SavedLookupsController,
  WebhooksController,
  OperatorAccountsController,
  OperatorJobsController,
  OperatorOwnersController,
  OperatorPeopleController,
  OperatorRequestsController,
  OperatorServiceController,
  OperatorSupportController,
  OptOutController,
];

/** Their dependencies, by Nest injection token. */
export const appControllerNeeds = (
  service: Service,
  browser: BrowserSessions,
  guessing: KeyGuessing,
): Provider[] => [
  { provide: BrowserSessions, useValue: browser },
  { provide: KeyGuessing, useValue: guessing },
  { provide: Sessions, useValue: service.sessions },
  { provide: Accounts, useValue: service.accounts },
  { provide: Authenticator, useValue: service.authenticator },
  { provide: TermsGate, useValue: service.termsGate },
  { provide: RequestRate, useValue: service.rate },
  { provide: PersonRequests, useValue: service.personRequests },
  { provide: SignInMails, useValue: service.signInMails },
  { provide: APP_CONFIG, useValue: service.config },
  { provide: APP_SERVICE, useValue: service },
  { provide: OPERATOR_SERVICE, useValue: service },
];

import { Module, type DynamicModule } from '@nestjs/common';
import { APP_FILTER, APP_GUARD } from '@nestjs/core';
import { Accounts, Authenticator, Sessions, TermsGate } from '../../money/accounts/index.js';
import { RequestRate } from '../../money/limits/index.js';
import { PersonRequests } from '../../privacy/requests/index.js';
import { Downloads, Jobs, Uploads } from '../../work/jobs/index.js';
import { SignInMails } from '../../work/mail/index.js';
import { SupportMessages } from '../../work/support/index.js';
import { appDocument } from '../acts/document.js';
import { acts } from '../acts/index.js';
import type { Service } from '../service/service.js';
import { ErrorFilter } from './answers.js';
import { BrowserSessions } from './app-api/browser-sessions.js';
import { APP_SERVICE, CustomerController } from './app-api/customer.controller.js';
import { OperatorAccountsController } from './app-api/operator/accounts.controller.js';
import { controllerOf } from './app-api/operator/acts.controller.js';
import { OperatorJobsController } from './app-api/operator/jobs.controller.js';
import { OPERATOR_SERVICE } from './app-api/operator/operator-service.js';
import { OperatorOwnersController } from './app-api/operator/owners.controller.js';
import { OperatorPeopleController } from './app-api/operator/people.controller.js';
import { OperatorRequestsController } from './app-api/operator/requests.controller.js';
import { OperatorServiceController } from './app-api/operator/service.controller.js';
import { OperatorSupportController } from './app-api/operator/support.controller.js';
import { SavedLookupsController } from './app-api/saved-lookups.controller.js';
import { APP_CONFIG, SessionController } from './app-api/session.controller.js';
import { appOperations } from './app-operation.js';
import {
  AccountController,
  DeliveriesController,
  DELIVERY_NEEDS,
  OVERVIEW_NEEDS,
} from './controllers/account.controller.js';
import { ContactController, OptOutController } from './controllers/contact.controller.js';
import { FilesController } from './controllers/files.controller.js';
import { JobsController } from './controllers/jobs.controller.js';
import { LOOKUPS, LookupsController } from './controllers/lookups.controller.js';
import { ContractGuard } from './guard.js';
import { KeyGuessing } from './key-guessing.js';
import { HealthController, READINESS, type Readiness } from './pages/health.controller.js';

/** All controllers, and what they need, by Nest injection token. */
@Module({})
export class AppModule {
  static with(service: Service, guessing = new KeyGuessing()): DynamicModule {
    const browser = new BrowserSessions(service);
    return {
      module: AppModule,
      controllers: [...controllers, ...appControllers, HealthController],
      providers: [
        { provide: APP_GUARD, useValue: new ContractGuard({ ...service, browser, guessing }) },
        { provide: APP_FILTER, useValue: new ErrorFilter(service.logger) },
        { provide: READINESS, useValue: service satisfies Readiness },
        { provide: LOOKUPS, useValue: service.lookups },
        { provide: Jobs, useValue: service.jobs.jobs },
        { provide: Uploads, useValue: service.jobs.uploads },
        { provide: Downloads, useValue: service.jobs.downloads },
        { provide: SupportMessages, useValue: service.messages },
        { provide: OVERVIEW_NEEDS, useValue: service },
        { provide: DELIVERY_NEEDS, useValue: service },
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
      ],
    };
  }
}

/** For the operations of openapi.yaml, and for the signed links. */
const controllers = [
  LookupsController,
  JobsController,
  FilesController,
  ContactController,
  AccountController,
  DeliveriesController,
];

/** For the operations of app.yaml. */
const appControllers = [
  SessionController,
  CustomerController,
  SavedLookupsController,
  OperatorAccountsController,
  OperatorJobsController,
  OperatorOwnersController,
  OperatorPeopleController,
  OperatorRequestsController,
  OperatorServiceController,
  OperatorSupportController,
  OptOutController,
  controllerOf(acts),
];

/** app.yaml, of what the controllers above declare. */
export const appYaml = (): unknown => appDocument(appOperations);

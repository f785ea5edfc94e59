import { Module, type DynamicModule } from '@nestjs/common';
import { APP_FILTER, APP_GUARD } from '@nestjs/core';
import { appDocument } from '../acts/document.js';
import { acts } from '../acts/index.js';
import type { Service } from '../service/service.js';
import { ErrorFilter } from './answers.js';
import { controllerOf } from './app-api/acts.controller.js';
import { BrowserSessions } from './app-api/browser-sessions.js';
import { CustomerController } from './app-api/customer.controller.js';
import { OperatorAccountsController } from './app-api/operator/accounts.controller.js';
import { OperatorJobsController } from './app-api/operator/jobs.controller.js';
import { OperatorOwnersController } from './app-api/operator/owners.controller.js';
import { OperatorPeopleController } from './app-api/operator/people.controller.js';
import { OperatorRequestsController } from './app-api/operator/requests.controller.js';
import { OperatorServiceController } from './app-api/operator/service.controller.js';
import { OperatorSupportController } from './app-api/operator/support.controller.js';
import { SavedLookupsController } from './app-api/saved-lookups.controller.js';
import { SessionController } from './app-api/session.controller.js';
import { appOperations, SERVICE } from './app-operation.js';
import { AccountController, DeliveriesController } from './controllers/account.controller.js';
import { ContactController, OptOutController } from './controllers/contact.controller.js';
import { FilesController } from './controllers/files.controller.js';
import { JobsController } from './controllers/jobs.controller.js';
import { LookupsController } from './controllers/lookups.controller.js';
import { ContractGuard } from './guard.js';
import { KeyGuessing } from './key-guessing.js';
import { HealthController } from './pages/health.controller.js';

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
        { provide: SERVICE, useValue: service },
        { provide: BrowserSessions, useValue: browser },
        { provide: KeyGuessing, useValue: guessing },
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

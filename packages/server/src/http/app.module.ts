import { Module, type DynamicModule } from '@nestjs/common';
import { APP_FILTER, APP_GUARD } from '@nestjs/core';
import type { Service } from '../service/service.js';
import { appControllerNeeds, appControllers } from './app-api/index.js';
import { BrowserSessions } from './app-api/browser-sessions.js';
import { controllerNeeds, controllers } from './controllers/index.js';
import { ErrorFilter } from './error-filter.js';
import { ContractGuard } from './guards/contract.guard.js';
import { KeyGuessing } from './key-guessing.js';
import { HealthController, READINESS, type Readiness } from './pages/health.controller.js';

@Module({})
export class AppModule {
  static with(service: Service, guessing = new KeyGuessing()): DynamicModule {
    const browser = new BrowserSessions(service);
    return {
      module: AppModule,
      controllers: [...controllers, ...appControllers, HealthController],
      providers: [
        ...controllerNeeds(service),
        ...appControllerNeeds(service, browser, guessing),
        { provide: READINESS, useValue: service satisfies Readiness },
        { provide: APP_GUARD, useValue: new ContractGuard({ ...service, browser, guessing }) },
        { provide: APP_FILTER, useValue: new ErrorFilter(service.logger) },
      ],
    };
  }
}

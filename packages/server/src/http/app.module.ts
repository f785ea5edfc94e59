import { Module, type DynamicModule } from '@nestjs/common';
import { APP_FILTER, APP_GUARD } from '@nestjs/core';
import type { Service } from '../service.js';
import { AppGuard } from './app-api/app.guard.js';
import { appControllerNeeds, appControllers } from './app-api/index.js';
import { BrowserSessions } from './app-api/browser-sessions.js';
import { controllerNeeds, controllers } from './controllers/index.js';
import { ErrorFilter } from './errors/filter.js';
import { AuthenticationGuard } from './guards/authentication.guard.js';
import { JsonBodyGuard } from './guards/json-body.guard.js';
import { KeyGuessing } from './guards/key-guessing.js';
import { RequestRateGuard } from './guards/request-rate.guard.js';
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
        // Guards run in this order: reading 1.
        { provide: APP_GUARD, useValue: new AuthenticationGuard(service.authenticator, browser, guessing) },
        { provide: APP_GUARD, useValue: new RequestRateGuard(service.rate) },
        { provide: APP_GUARD, useValue: new JsonBodyGuard() },
        { provide: APP_GUARD, useValue: new AppGuard(browser, service.rate) },
        { provide: APP_FILTER, useValue: new ErrorFilter(service.logger) },
      ],
    };
  }
}

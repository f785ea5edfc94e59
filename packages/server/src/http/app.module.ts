import { Module, type DynamicModule } from '@nestjs/common';
import { APP_FILTER, APP_GUARD } from '@nestjs/core';
import type { Service } from '../service.js';
import { controllerNeeds, controllers } from './controllers/index.js';
import { ErrorFilter } from './errors/filter.js';
import { AuthenticationGuard } from './guards/authentication.guard.js';
import { JsonBodyGuard } from './guards/json-body.guard.js';
import type { KeyGuessing } from './guards/key-guessing.js';
import { RequestRateGuard } from './guards/request-rate.guard.js';
import { HealthController, READINESS, type Readiness } from './pages/health.controller.js';

@Module({})
export class AppModule {
  static with(service: Service, guessing?: KeyGuessing): DynamicModule {
    return {
      module: AppModule,
      controllers: [...controllers, HealthController],
      providers: [
        ...controllerNeeds(service),
        { provide: READINESS, useValue: service satisfies Readiness },
        // Guards run in this order: reading 1.
        { provide: APP_GUARD, useValue: new AuthenticationGuard(service.authenticator, guessing) },
        { provide: APP_GUARD, useValue: new RequestRateGuard(service.rate) },
        { provide: APP_GUARD, useValue: new JsonBodyGuard() },
        { provide: APP_FILTER, useValue: new ErrorFilter(service.logger) },
      ],
    };
  }
}

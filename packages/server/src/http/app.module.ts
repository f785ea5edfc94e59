import { Module, type DynamicModule } from '@nestjs/common';
import { APP_FILTER, APP_GUARD } from '@nestjs/core';
import { ContactModule } from '../contact/contact.module.js';
import { JobsModule } from '../jobs/jobs.module.js';
import { LookupsModule } from '../lookups/lookups.module.js';
import type { Service } from '../service.js';
import { ErrorFilter } from './errors/filter.js';
import { AuthenticationGuard } from './guards/authentication.guard.js';
import { JsonBodyGuard } from './guards/json-body.guard.js';
import { RequestRateGuard } from './guards/request-rate.guard.js';
import { HealthController, READINESS } from './pages/health.controller.js';

@Module({})
export class AppModule {
  static with(service: Service): DynamicModule {
    return {
      module: AppModule,
      imports: [
        LookupsModule.with(service.lookups),
        JobsModule.with(service.jobs),
        ContactModule.with(service.messages),
      ],
      controllers: [HealthController],
      providers: [
        { provide: READINESS, useValue: () => service.faults() },
        // Guards run in this order: reading 1.
        { provide: APP_GUARD, useValue: new AuthenticationGuard(service.authenticator) },
        { provide: APP_GUARD, useValue: new RequestRateGuard(service.rate) },
        { provide: APP_GUARD, useValue: new JsonBodyGuard() },
        { provide: APP_FILTER, useValue: new ErrorFilter(service.logger) },
      ],
    };
  }
}

import { Module, type DynamicModule } from '@nestjs/common';
import type { Lookups } from './lookup.js';
import { LOOKUPS, LookupsController } from './lookups.controller.js';

@Module({})
export class LookupsModule {
  static with(lookups: Lookups): DynamicModule {
    return {
      module: LookupsModule,
      controllers: [LookupsController],
      providers: [{ provide: LOOKUPS, useValue: lookups }],
    };
  }
}

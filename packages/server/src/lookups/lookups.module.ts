import { Module, type DynamicModule } from '@nestjs/common';
import type { LookupParts } from './lookup.js';
import { LOOKUP_PARTS, LookupsController } from './lookups.controller.js';

@Module({})
export class LookupsModule {
  static with(parts: LookupParts): DynamicModule {
    return {
      module: LookupsModule,
      controllers: [LookupsController],
      providers: [{ provide: LOOKUP_PARTS, useValue: parts }],
    };
  }
}

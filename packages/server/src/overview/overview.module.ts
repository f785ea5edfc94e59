import { Module, type DynamicModule } from '@nestjs/common';
import type { OverviewParts } from './account-overview.js';
import { OVERVIEW_PARTS, OverviewController } from './overview.controller.js';

@Module({})
export class OverviewModule {
  static with(parts: OverviewParts): DynamicModule {
    return {
      module: OverviewModule,
      controllers: [OverviewController],
      providers: [{ provide: OVERVIEW_PARTS, useValue: parts }],
    };
  }
}

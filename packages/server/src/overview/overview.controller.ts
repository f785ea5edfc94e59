import { Controller, Get, Inject } from '@nestjs/common';
import type { Caller } from '../accounts/index.js';
import { FromCaller } from '../accounts/request-context.js';
import { accountOverview, type OverviewParts } from './account-overview.js';

export const OVERVIEW_PARTS = Symbol('OverviewParts');

@Controller('api/user/account')
export class OverviewController {
  constructor(@Inject(OVERVIEW_PARTS) private readonly parts: OverviewParts) {}

  @Get()
  get(@FromCaller() caller: Caller) {
    return accountOverview(this.parts, caller);
  }
}

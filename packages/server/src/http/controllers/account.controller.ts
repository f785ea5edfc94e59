import { Controller, Get, Inject } from '@nestjs/common';
import type { Caller } from '../../accounts/index.js';
import { FromCaller } from '../api-request.js';
import { accountOverview, type OverviewNeeds } from '../../overview/index.js';

export const OVERVIEW_NEEDS = Symbol('OverviewNeeds');

@Controller('api/user/account')
export class AccountController {
  constructor(@Inject(OVERVIEW_NEEDS) private readonly needs: OverviewNeeds) {}

  @Get()
  get(@FromCaller() caller: Caller) {
    return accountOverview(this.needs, caller);
  }
}

import { limits, type Account } from '@skiptrace/contract';
import type { Accounts, Caller } from '../../money/accounts/index.js';
import type { Billing } from '../../money/billing/index.js';
import type { DailyMisses } from '../../money/limits/index.js';
import { isoTime, msToNextUtcDay, type Clock } from '../../platform/clock.js';
import { filledLink } from '../../platform/environment.js';

export interface OverviewNeeds {
  clock: Clock;
  accounts: Accounts;
  billing: Billing;
  misses: DailyMisses;
  config: { jobRequestsPerMinute: number; termsUrl: string | null; topUpUrl: string | null };
}

/** openapi.yaml#/paths/~1api~1user~1account: the caller's balance, price, and limits with what is left of them. */
export async function accountOverview(
  needs: OverviewNeeds,
  { accountId, mode, terms }: Caller,
): Promise<Account> {
  const { clock, accounts, billing, misses, config } = needs;
  const [{ name, email }, balanceCents, used] = await Promise.all([
    accounts.get(accountId),
    billing.balanceCents(accountId),
    misses.netToday(accountId),
  ]);
  const now = clock.now();
  return {
    name,
    mode,
    balanceCents,
    pricePerMatchCents: terms.priceCents,
    ...(terms.repeats !== null && { freeRepeatDays: terms.repeats.days }),
    dailyMisses: {
      limit: terms.dailyMisses,
      used,
      remaining: Math.max(0, terms.dailyMisses - used),
      resetsAt: isoTime(now + msToNextUtcDay(now)),
    },
    requestsPerMinute: { ...terms.requestsPerMinute, jobs: config.jobRequestsPerMinute },
    rowsPerJob: limits.rowsPerJob,
    offers: ['requirePhone'],
    termsUrl: config.termsUrl,
    // Test keys are never charged.
    ...(config.topUpUrl !== null &&
      mode === 'live' && { topUpUrl: filledLink(config.topUpUrl, { accountId, email: email ?? '' }) }),
  };
}

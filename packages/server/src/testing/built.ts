// Entry of the build for scripts and tests that open a service, or run a command, in a process without TypeScript. Not published.
export { openAccount } from '../money/billing/index.js';
export { systemClock } from '../platform/clock.js';
export { readConfig } from '../platform/config.js';
export { randomIds } from '../platform/ids.js';
export { silentLogger } from '../platform/logger.js';
export { lookUpBulk, lookUpSingle } from '../work/lookups/index.js';
export { appYaml } from '../surfaces/http/app-module.js';
export { main } from '../surfaces/commands/main.js';
export { openService } from '../surfaces/service/open-service.js';

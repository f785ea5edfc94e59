// Entry of the build for scripts and tests that open a service, or run a command, in a process without TypeScript. Not published.
export { openAccount } from '../billing/index.js';
export { systemClock } from '../clock.js';
export { readConfig } from '../config.js';
export { randomIds } from '../ids.js';
export { silentLogger } from '../logger.js';
export { lookUpBulk, lookUpSingle } from '../lookups/index.js';
export { main } from '../operator/main.js';
export { openService } from '../service/open-service.js';

export { FakeClock } from './fake-clock.js';
export * from './scenario-server.js';
export { Service } from './service.js';
export type { ServiceOptions, ServiceRequest } from './service.js';
export * from './steps.js';

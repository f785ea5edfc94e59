export { FakeClock } from './fake-clock.js';
export {
  type ReceivedFile,
  rangeOf,
  type ScenarioOptions,
  type SeenRequest,
  type MethodName,
  type Target,
} from './scripted-service.js';
export {
  actOnSocket,
  badRequest,
  conflict,
  type ContractAnswer,
  contractAnswer,
  type ContractAnswerOptions,
  contractAnswers,
  dailyMissLimit,
  deprecated,
  type Fault,
  headerExample,
  htmlPage,
  idempotencyConflict,
  insufficientBalance,
  notFound,
  rateLimited,
  reply,
  reset,
  resetInBody,
  type Scenario,
  serverError,
  slow,
  type SocketResponse,
  stall,
  stallInBody,
  unauthorized,
} from './scenario.js';
export { ScenarioServer, type Step } from './scenario-server.js';
export {
  type FetchScenarios,
  type MswHttp,
  MswScenarios,
  match,
  type MockAnswer,
  type MockOwner,
  type MockSkipTrace,
  mockSkipTrace,
} from './mock.js';
export { Service, type ServiceOptions, type ServiceRequest } from './service.js';

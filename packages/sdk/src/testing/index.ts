export * from './contract-answer.js';
export { FakeClock } from './fake-clock.js';
export {
  type ReceivedFile,
  rangeOf,
  type ScenarioOptions,
  type SeenRequest,
  type MethodName,
  type Target,
} from './scenarios.js';
export { actOnSocket, type Fault, type Scenario, type SocketResponse } from './scenario.js';
export { ScenarioServer, type Step } from './scenario-server.js';
export { type FetchScenarios, type MswHttp, MswScenarios } from './fetch-scenarios.js';
export { match, type MockAnswer, type MockOwner, type MockSkipTrace, mockSkipTrace } from './mock.js';
export { Service, type ServiceOptions, type ServiceRequest } from './service.js';
export * from './steps.js';

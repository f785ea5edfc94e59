export { awaitIgnoredBody, readJsonBody, SlowBodyError, type BodyLimit } from './json-body.js';
export { operationById, operationsAt, type Operation } from './operations.js';
export { InvalidRequestError, responseFault, validateBody } from './validator.js';

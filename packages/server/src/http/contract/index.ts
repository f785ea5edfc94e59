export { awaitIgnoredBody, readJsonBody, SlowBodyError, type BodyLimit } from './json-body.js';
export { operationsAt, type AppOperation, type Operation, type PublicOperation } from './operations.js';
export { checkedBody, checkedQuery, InvalidRequestError, requireHeaders, takesJson } from './requests.js';

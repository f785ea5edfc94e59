export {
  PersonRequestEntity,
  type PersonRequest,
  type PostalAddress,
  type RequestForm,
  RequestsOffError,
  RequestStateError,
} from './entities.js';
export { Proofs } from './proofs.js';
export { requestTaskHandlers } from './request-mail.js';
export {
  oneLine,
  PersonRequests,
  proofLines,
  REQUEST_RATE_LIMITS,
  requireConfirmed,
  type Act,
  type RequestSearch,
} from './requests.js';

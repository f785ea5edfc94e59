export { personOf, personOfForm, UnnamedPersonError, type Cells, type Person } from './cells.js';
export { PersonRequestEntity, type PersonRequest, type PostalAddress, type RequestForm } from './entities.js';
export {
  asideLines,
  erasePerson,
  exportPerson,
  findPerson,
  ownersOfPerson,
  waitingLines,
  type Found,
  type PersonParts,
} from './one-person.js';
export { whoReceived } from './one-person.js';
export { RequestsOffError, RequestStateError } from './entities.js';
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

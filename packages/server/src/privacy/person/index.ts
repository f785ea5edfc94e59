export {
  asideLines,
  erasePerson,
  exportPerson,
  findPerson,
  ownersOfPerson,
  waitingLines,
  type Found,
  type PersonParts,
  whoReceived,
} from './one-person.js';

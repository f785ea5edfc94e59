export {
  asideLines,
  erasePerson,
  exportPerson,
  findPerson,
  ownersOfPerson,
  waitingLines,
  type FoundPerson,
  type PersonParts,
  whoReceived,
} from './one-person.js';

export { Erasures } from './erasures.js';
export {
  foundBy,
  type FoundBy,
  type FoundOwner,
  isInCity,
  isNamed,
  requestsFor,
  PersonSearch,
} from './person-search.js';
export { personOf, personOfForm, type Cells, type Person } from './cells.js';

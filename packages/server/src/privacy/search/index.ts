export {
  Erasures,
  foundBy,
  type FoundBy,
  type FoundOwner,
  isInCity,
  isNamed,
  requestsFor,
  Wanted,
} from './person-search.js';
export { personOf, personOfForm, UnnamedPersonError, type Cells, type Person } from './cells.js';

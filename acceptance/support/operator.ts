import type { Person, Screen } from './browser.js';
import type { WebWorld } from './visit.js';

/** A file of owners: two owners, with a column that is not imported, and a row without a house number. */
export const COUNTY = [
  'Situs Address,Situs City,Situs State,Situs Zip,Owner Name,SSN,Cell',
  '1 Elm St,Austin,TX,78701,Jane Roe,123-45-6789,5125550142',
  '2 Elm St,Austin,TX,78701,John Roe,123-45-6780,',
  'Elm St,Austin,TX,78701,No Number,,',
  '',
].join('\r\n');

/** An operator with a session in a browser of their own. */
export async function signedInOperator(world: WebWorld, screen?: Screen): Promise<Person> {
  const { url } = await world.server.operator('operators', 'sign-in-link', '--name', 'Ana');
  const operator = await world.person(screen);
  await operator.signInAsOperator(String(url));
  return operator;
}

// Made-up addresses with fixed answers in a sandbox; their owners are in `directory/sandbox-directory.ts`.

interface SandboxAddress {
  address: string;
  city: string;
  state: string;
  zip: string;
}

const at = (address: string, city: string, state: string, zip: string): SandboxAddress => ({
  address,
  city,
  state,
  zip,
});

/** One owner. */
export const MATCH = at('100 Sandbox Match St', 'Austin', 'TX', '78701');
/** One owner, who lives elsewhere. */
export const ABSENTEE = at('200 Sandbox Absentee Ave', 'Dayton', 'OH', '45402');
/** An address without an owner. */
export const MISS = at('404 Sandbox Miss Blvd', 'Reno', 'NV', '89501');
/** The lookup fails: 500, nothing charged. */
export const FAILURE = at('500 Sandbox Failure Way', 'Tulsa', 'OK', '74103');
/** Two owners. */
export const COUPLE = at('600 Sandbox Couple Ct', 'Denver', 'CO', '80202');

/** Request body to create a job for a file of `leads`. */
export const LEADS_JOB = {
  filename: 'leads.csv',
  columnMapping: { address: 'Address', city: 'City', state: 'State', zip: 'Zip' },
};

/** CSV file with these addresses, one per row. */
export const leads = (...addresses: readonly SandboxAddress[]): string =>
  ['Address,City,State,Zip\n', ...addresses.map(rowOf)].join('');

export const rowOf = ({ address, city, state, zip }: SandboxAddress): string =>
  `${address},${city},${state},${zip}\n`;

/** The whole address as people write it. */
export const oneLine = ({ address, city, state, zip }: SandboxAddress): string =>
  `${address}, ${city}, ${state} ${zip}`;

/** The body of a direct upload. */
export function leadsForm(file: string | Buffer<ArrayBuffer>): FormData {
  const form = new FormData();
  form.append('file', new Blob([file]), LEADS_JOB.filename);
  return form;
}

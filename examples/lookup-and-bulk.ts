// Looks up the owner of one address, then of a list of addresses, and prints names, phones and what it cost.
//
// Run it against a server with --sandbox, which knows these made-up addresses. Node 22.18 or newer runs TypeScript by itself:
//   SKIPTRACE_API_KEY=pc_… SKIPTRACE_BASE_URL=http://127.0.0.1:3000 node examples/lookup-and-bulk.ts
// With Node 20, write `npx tsx` instead of `node`.
import { isSkipTraceError, SkipTrace } from '@skiptrace/sdk';

// Key and base URL come from the environment; new SkipTrace({ apiKey, baseUrl }) works as well.
const client = new SkipTrace();

// One address. You pay for a match; a miss is free, and isn't an error.
const owner = await client.lookup({
  address: '100 Sandbox Match St',
  city: 'Austin',
  state: 'TX',
  zip: '78701',
});
if (owner.found) {
  const [phone] = owner.phones;
  console.log(
    `Owner: ${owner.contact.fullName}, ${phone?.number ?? 'no phone'}${phone?.dnc ? ' (do not call)' : ''}`,
  );
  console.log(`Charged: ${owner.chargedCents} cents`);
} else {
  console.log('No owner found. Nothing was charged.');
}

// A list of any length, from any iterable. Your own fields, like `lead` here, come back with the result and aren't sent.
const leads = [
  { lead: 'A-1', address: '200 Sandbox Absentee Ave', city: 'Dayton', state: 'OH', zip: '45402' },
  { lead: 'A-2', address: '404 Sandbox Miss Blvd', city: 'Reno', state: 'NV', zip: '89501' },
  { lead: 'A-3', address: '200 Sandbox Absentee Avenue', city: 'Dayton', state: 'OH', zip: '45402' },
  { lead: 'A-4', address: '300 Sandbox Full Rd', city: 'Salem', state: 'OR', zip: '9730' },
];

// With `dedupe` you pay once for a property, however its address is written (it needs @skiptrace/csv), and the run never costs
// more than the budget.
const result = await client.bulk(leads, { dedupe: true, budgetCents: 100 });
for (const item of result.items) {
  switch (item.outcome) {
    case 'match':
      console.log(`${item.input.lead}: ${item.result.contact.fullName} (${item.chargedCents} cents)`);
      break;
    case 'miss':
      console.log(`${item.input.lead}: no owner found (free)`);
      break;
    case 'rejected':
      console.log(`${item.input.lead}: ${item.problems.join('; ')} (not sent)`);
      break;
    case 'unknown': // sent, and it may have been charged
    case 'failed': // sent, and the server refused or failed it: not charged
    case 'not-sent':
      console.log(`${item.input.lead}: ${item.outcome}: ${item.error.message}`);
  }
}
console.log(
  `Bulk: ${result.matched} matched, ${result.missed} missed, ${result.rejected} rejected, ${result.chargedCents} cents`,
);

// Failures are typed; `code` tells them apart.
try {
  await client.jobs.get('00000000-0000-4000-8000-000000000000');
} catch (error) {
  if (!isSkipTraceError(error, 'not_found')) throw error;
  console.log(`Expected: ${error.message}`);
}

await client.close();

// Looks up one address, then a small list, and prints what came back and what it cost.
//
// Run it against a server that was started with --sandbox, whose made-up addresses it uses:
//   SKIPTRACE_API_KEY=pc_… SKIPTRACE_BASE_URL=http://127.0.0.1:3000 node examples/lookup-and-bulk.mjs
import { isSkipTraceError, SkipTrace } from '@skiptrace/sdk';

// Key and base URL come from the environment; new SkipTrace({ apiKey, baseUrl }) works as well.
const client = new SkipTrace();

// One address. A match costs 4 cents; a miss is free, and no error.
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
  console.log('Nobody was found; nothing was charged.');
}

// A list, of any length and from any iterable. Own fields, like `lead` here, stay with their result and are not sent.
const leads = [
  { lead: 'A-1', address: '200 Sandbox Absentee Ave', city: 'Dayton', state: 'OH', zip: '45402' },
  { lead: 'A-2', address: '404 Sandbox Miss Blvd', city: 'Reno', state: 'NV', zip: '89501' },
  { lead: 'A-3', address: '200 sandbox absentee ave', city: 'Dayton', state: 'OH', zip: '45402' },
  { lead: 'A-4', address: '300 Sandbox Full Rd', city: 'Salem', state: 'OR', zip: '9730' },
];

// The same address twice is paid for once with `dedupe`, and nothing can cost more than the budget.
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
    default: // 'unknown' (may have been charged) or 'not-sent'
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

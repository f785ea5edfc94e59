// Samples of each operation for the SDK and the command line, by operationId. A test type-checks the SDK's and compares the others
// with the command line's help; curl samples are made by the page itself.

const typescript = (...lines) => ({ lang: 'ts', label: 'TypeScript', source: lines.join('\n') });
const shell = (...lines) => ({ lang: 'sh', label: 'Command line', source: lines.join('\n') });

const CLIENT = [
  "import { SkipTrace } from '@skiptrace/sdk';",
  '',
  'const client = new SkipTrace(); // reads SKIPTRACE_BASE_URL and SKIPTRACE_API_KEY',
];
const JOB = "'018f6f2e-7b0a-7c3e-9a51-2d4c8b6f1e90'";
const JOB_WORD = '018f6f2e-7b0a-7c3e-9a51-2d4c8b6f1e90';

export const samples = {
  skipTraceSingle: [
    typescript(
      ...CLIENT,
      "const owner = await client.lookup('100 Sandbox Match St, Austin, TX 78701');",
      'if (owner.found) console.log(owner.contact.fullName, owner.phones, owner.chargedCents);',
    ),
    shell("skiptrace lookup '100 Sandbox Match St, Austin, TX 78701'"),
  ],
  skipTraceBulk: [
    typescript(
      ...CLIENT,
      'const leads = [',
      "  { address: '100 Sandbox Match St', city: 'Austin', state: 'TX', zip: '78701' },",
      "  { address: '404 Sandbox Miss Blvd', city: 'Reno', state: 'NV', zip: '89501' },",
      '];',
      'const { items } = await client.bulk(leads, { budgetCents: 100 });',
      "for (const item of items) if (item.outcome === 'match') console.log(item.result.contact.fullName);",
    ),
    shell('skiptrace bulk addresses.csv --max-cost 1 > owners.csv'),
  ],
  getAccount: [
    typescript(...CLIENT, 'const { balanceCents, pricePerMatchCents } = await client.account();'),
    shell('skiptrace balance'),
  ],
  listDeliveries: [
    typescript(...CLIENT, 'const { deliveries, endpoints } = await client.deliveries();'),
    shell('skiptrace listen --forward-to http://localhost:3000/webhooks'),
  ],
  createSkipTraceJob: [
    typescript(
      ...CLIENT,
      "const { outcome, chargedCents } = await client.jobs.run('leads.csv', {",
      "  columnMapping: { address: 'Address', city: 'City', state: 'State', zip: 'Zip' },",
      '  maxCostCents: 50_000,',
      "  onPreview: async ({ totalChargeCents }) => ((totalChargeCents ?? Infinity) <= 10_000 ? 'confirm' : 'cancel'),",
      "  output: 'leads.enriched.csv',",
      '});',
    ),
    shell('skiptrace upload leads.csv'),
  ],
  listSkipTraceJobs: [
    typescript(...CLIENT, 'for (const job of await client.jobs.list()) console.log(job.id, job.status);'),
    shell('skiptrace jobs list'),
  ],
  getSkipTraceJob: [
    typescript(...CLIENT, `const job = await client.jobs.get(${JOB});`, 'console.log(job.status);'),
    shell(`skiptrace jobs get ${JOB_WORD}`),
  ],
  uploadSkipTraceJobFile: [
    typescript(
      ...CLIENT,
      `const job = client.jobs.handle(${JOB});`,
      "await job.upload('leads.csv');",
      'const { totalChargeCents } = await job.waitForPreview();',
    ),
    shell('skiptrace upload leads.csv --preview'),
  ],
  markSkipTraceJobUploaded: [
    typescript(
      ...CLIENT,
      `const path = { jobId: ${JOB} };`,
      "await client.raw.POST('/api/user/skip-trace/{jobId}/uploaded', { params: { path } });",
    ),
    shell(`skiptrace api POST /api/user/skip-trace/${JOB_WORD}/uploaded --yes`),
  ],
  confirmSkipTraceJob: [
    typescript(
      ...CLIENT,
      `const job = client.jobs.handle(${JOB});`,
      'await job.confirm({ maxCostCents: 10_000 });',
    ),
    shell(`skiptrace jobs confirm ${JOB_WORD} --max-cost 100`),
  ],
  cancelSkipTraceJob: [
    typescript(...CLIENT, `await client.jobs.handle(${JOB}).cancel();`),
    shell(`skiptrace jobs cancel ${JOB_WORD}`),
  ],
  sendContactMessage: [
    typescript(
      ...CLIENT,
      'await client.contact({',
      "  fullName: 'Robin Example',",
      "  email: 'robin@example.com',",
      "  phone: '(512) 555-0142',",
      "  reason: 'General',",
      "  message: 'How long are files kept?',",
      '  consent: true,',
      '});',
    ),
    shell("skiptrace support --reason General --message 'How long are files kept?'"),
  ],
};

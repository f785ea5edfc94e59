// Engines: SQLite, PostgreSQL

import { operationPolicies, type OperationId } from '@skiptrace/contract';
import { appOperations } from '@skiptrace/contract/app';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { main } from '../../surfaces/commands/main.js';
import type { AppOperationId } from '../../surfaces/http/contract/operations.js';
import type { TestBrowser } from '../../testing/browser.js';
import { engineOfTests } from '../../testing/engines.js';
import { capturedIo } from '../../testing/process.js';
import { temporaryServer, type TemporaryServer } from '../../testing/server.js';
import type { Recipient } from '../drop/index.js';
import { emailHash } from './suppression.js';

// Checks every output of the server for a person who asked to be left out.

const OWNERS = [
  'Address,City,State,Zip,First Name,Last Name,Mailing Address,Mailing City,Mailing State,Mailing Zip,Mobile-1,Email',
  '14 Oak St,Dayton,OH,45402,Xenia,Lone,5 Elm Ct,Salem,OR,97301,5552010103,xenia@example.com',
  '12 Oak St,Dayton,OH,45402,Zelda,Quick,,,,,5552010101,zelda@example.com',
  '12 Oak St,Dayton,OH,45402,Yorick,Quick,,,,,5552010102,yorick@example.com',
  '16 Oak St,Dayton,OH,45402,Willa,Kept,,,,,5552010104,willa@example.com',
].join('\n');
/** Matches texts that only answers about her contain. */
const HERS = /xenia|lone|5 elm|5552010103/i;
const HOME = { address: '14 Oak Street, Dayton, OH 45402' };
const COUPLE = { address: '12 Oak St, Dayton, OH 45402' };
const OTHER = { address: '16 Oak St, Dayton, OH 45402' };
const LEADS = 'Address,City,State,Zip\n14 Oak St,Dayton,OH,45402\n16 Oak St,Dayton,OH,45402\n';
const WHY = { reason: 'asked by mail', source: 'opt-out', enteredBy: 'test', actor: 'command:test' };
const MISTAKE = { reason: 'a mistake', by: 'test', actor: 'command:test' };

let server: TemporaryServer;
let operator: TestBrowser;
let customer: TestBrowser;
/** Jobs that were completed or in preview when she asked, and a later one. */
const jobs = { completed: '', previewed: '', later: '' };

const balance = () => server.service.billing.balanceCents(server.account.accountId);
const replayed = (key: string) => ({ headers: { 'idempotency-key': key } });
const single = async (key?: string) =>
  server.call('skipTraceSingle', { json: HOME, ...(key !== undefined && replayed(key)) });
const bulk = async (key?: string) =>
  server.call('skipTraceBulk', {
    json: { addresses: [OTHER, HOME] },
    ...(key !== undefined && replayed(key)),
  });

const upload = () => server.preview(LEADS);

async function explainCommand(): Promise<string> {
  const env = { ...(await engineOfTests.settings(server.dataDir)), DATA_DIR: server.dataDir };
  const { io, said } = capturedIo(env);
  await main(['owners', 'explain', HOME.address], io);
  return said.out + said.err;
}

/** Every output that contains her before she asks, and must not contain her afterwards. */
const OUTPUTS: Readonly<Record<string, () => Promise<string>>> = {
  skipTraceSingle: async () => (await single()).text,
  lookUpProperty: async () => (await customer.ask('/app/api/lookups', { json: HOME })).text,
  'skipTraceSingle, replayed': async () => (await single('one')).text,
  skipTraceBulk: async () => (await bulk()).text,
  'skipTraceBulk, replayed': async () => (await bulk('many')).text,
  explainAddress: async () => (await operator.ask('/operator/api/owners/explain', { json: HOME })).text,
  'owners explain': explainCommand,
  'a result written before': () => server.download(jobs.completed),
  'getJobRows of a result written before': async () =>
    (await customer.ask(`/app/api/jobs/${jobs.completed}/rows`)).text,
  searchSavedLookups: async () =>
    (await customer.ask('/app/api/saved-lookups/search', { json: { search: '' } })).text,
  findSavedLookup: async () => (await customer.ask('/app/api/saved-lookups/find', { json: HOME })).text,
  listCorrections: async () => (await operator.ask('/operator/api/owners/corrections')).text,
  downloadSavedLookups: async () => (await customer.ask('/app/api/saved-lookups.csv')).text,
};

/** Operations covered by the outputs above. A result is fetched with the link of its job. */
const WALKED: readonly (OperationId | AppOperationId)[] = [
  ...(['skipTraceSingle', 'skipTraceBulk', 'lookUpProperty', 'explainAddress', 'getSkipTraceJob'] as const),
  ...(['searchSavedLookups', 'findSavedLookup', 'downloadSavedLookups', 'getJobRows'] as const),
  'listCorrections',
];

/** Operations without owners of the directory, with the reason. Every operation must be here or above. */
const HOLD_NO_OWNER: Readonly<Partial<Record<OperationId | AppOperationId, string>>> = {
  ...reasons('counts, states, prices and links', [
    ...([
      'createSkipTraceJob',
      'refundTransaction',
      'listSkipTraceJobs',
      'uploadSkipTraceJobFile',
      'markSkipTraceJobUploaded',
    ] as const),
    ...([
      ...['confirmSkipTraceJob', 'cancelSkipTraceJob', 'findJobs', 'getJobFile', 'findAllJobs'],
      'showJobFileName',
    ] as const),
    ...(['getOperatorJob', 'listOwnerImports', 'getOperatorHome', 'listEvents'] as const),
    ...(['listPriceChanges'] as const),
    ...(['getHealth', 'runDoctor', 'getServiceActivity', 'getActivity', 'getAppSettings'] as const),
    ...(['listOwnerSources', 'setSource', 'deleteSource', 'getOwnerImport', 'importOwnerFile'] as const),
  ]),
  ...reasons('accounts, money and sessions of customers', [
    ...(['getAccount', 'signIn', 'getSession', 'signOut', 'sendSignInLink', 'readSignInLink'] as const),
    ...([
      ...['getTermsOfUse', 'acceptTermsOfUse', 'listTransactions', 'downloadTransactions'],
      ...['listKeys', 'createKey', 'revokeKey'],
    ] as const),
    ...(['listWebhooks', 'createWebhook', 'deleteWebhook', 'replayWebhook'] as const),
    ...(['listDeliveries', 'listWebhookDeliveries', 'getPreferences', 'changePreferences'] as const),
    ...(['deleteSavedLookup', 'deleteSavedLookups', 'getColumnChoices', 'keepColumnChoices'] as const),
    ...(['readOperatorSignInLink', 'operatorSignIn', 'getOperatorSession', 'operatorSignOut'] as const),
    ...(['findAccounts', 'createAccount', 'getOperatorAccount', 'changeAccount', 'addCredit'] as const),
    ...(['listCustomerTransactions', 'createCustomerSignInLink', 'revokeCustomerKey'] as const),
  ]),
  ...reasons('the name that a customer gave a file', ['showJobFileName'] as const),
  ...reasons('what a stranger wrote to support', [
    ...(['sendContactMessage', 'listSupportMessages', 'markSupportMessage'] as const),
    ...(['getSupportMessage', 'addSupportEntry'] as const),
  ]),
  ...reasons('what a person writes on /opt-out, whoever is in the directory', [
    ...(['submitRequest', 'confirmRequest', 'listRequests', 'getRequest', 'actOnRequest'] as const),
    ...(['writeLetter'] as const),
  ]),
  ...reasons('counts of what was added to the list or deleted', [
    ...(['suppressForRequest', 'deleteForRequest', 'suppressPerson', 'deletePerson'] as const),
    ...([
      ...['listSuppressions', 'addSuppression', 'liftSuppression', 'getDncLists', 'importDncList'],
      'getDropStatus',
    ] as const),
  ]),
  ...reasons('who received a record: accounts, times and prices, nothing of the owner', [
    ...(['findDisclosures', 'getDisclosureLog'] as const),
  ]),
  ...reasons('what an operator wrote or undid, as an id', ['correctOwner', 'undoCorrection'] as const),
  ...reasons("the operator's own file before it is in the directory", [
    ...(['uploadOwnerFile', 'listOwnerFiles', 'getOwnerFile', 'deleteOwnerFile', 'downloadRejects'] as const),
    ...(['previewOwnerFile', 'getRejectedRows', 'correctRejectedRows'] as const),
  ]),
};

/** Operations for her own request: an operator has to see the data stored about her to hand it over or delete it. */
const FOR_HERSELF: readonly AppOperationId[] = [
  'findForRequest',
  'exportForRequest',
  'findPerson',
  'exportPerson',
];

function reasons<Id extends string>(why: string, ids: readonly Id[]): Record<Id, string> {
  return Object.fromEntries(ids.map((id) => [id, why])) as Record<Id, string>;
}

const load = (replace = false) => server.importOwners(OWNERS, { replace });

describe('a person who asked to be left out', () => {
  beforeAll(async () => {
    server = await temporaryServer({ balanceCents: 1_000, sandbox: false });
    operator = await server.signedInOperator();
    customer = await server.signedIn();
    await load();
    // Her name and phones in a correction are hers, too.
    const { owner } = await server.service.owners.explain(HOME);
    const why = { reason: 'returned mail', by: 'Alex', actor: 'operator:Alex' };
    await server.service.corrections.add(owner?.recordId ?? 0, { name: 'Xenia A Lone' }, why);
    await server.service.startWorker();
    jobs.completed = await server.complete(await upload());
    jobs.previewed = await upload();
  });
  afterAll(() => server.close());

  it('is searched for in every operation of both documents', () => {
    const known = [...WALKED, ...FOR_HERSELF, ...Object.keys(HOLD_NO_OWNER)].sort();
    expect(known).toEqual([...Object.keys(operationPolicies), ...Object.keys(appOperations)].sort());
    expect(FOR_HERSELF.map((id) => appOperations[id].role)).toEqual(FOR_HERSELF.map(() => 'operator'));
  });

  it('is in every output before', async () => {
    for (const [name, output] of Object.entries(OUTPUTS)) expect(await output(), name).toMatch(HERS);
    expect(await balance()).toBe(1_000 - 8 - 4 - 2 * (4 + 8));
  });

  it('is in no output afterwards, and undelivered matches are refunded once', async () => {
    const { added } = await server.service.suppressions.add(
      [{ kind: 'person', name: 'Xenia Lone', address: HOME }],
      WHY,
    );
    expect(added).toBe(1);
    const before = await balance();
    for (const [name, output] of Object.entries(OUTPUTS)) expect(await output(), name).not.toMatch(HERS);
    // A new bulk costs its other match. The two replays and the result refund 4 cents each.
    expect(await balance()).toBe(before - 4 + 3 * 4);
    const again = await single('one');
    expect(again.json).toEqual({ success: true, found: false, contact: null });
    expect(again.headers.get('idempotency-replayed')).toBe('true');
    expect((await bulk('many')).json).toMatchObject({ matched: 1, totalCharged: 4 });
    expect(await server.download(jobs.completed)).toContain('Willa');
    expect(await balance()).toBe(before - 4 + 3 * 4);
    expect(await server.call('getSkipTraceJob', { jobId: jobs.completed })).toMatchObject({
      json: { matchedRows: 1, totalChargeCents: 8, refundCents: 4 },
    });
    expect(await server.service.ledgerFindings()).toEqual([]);
  });

  it('is not in the result of a job that had her in its preview: the undelivered match is refunded', async () => {
    const before = await balance();
    const result = await server.download(await server.complete(jobs.previewed));
    expect(result).not.toMatch(HERS);
    expect(result).toContain('Willa');
    expect(await server.until(jobs.previewed, 'completed')).toMatchObject({
      matchedRows: 1,
      unmatchedRows: 1,
      totalChargeCents: 8,
      refundCents: 4,
    });
    expect(await balance()).toBe(before - 4);
  });

  it('is not in the preview of a later job, which costs less', async () => {
    jobs.later = await upload();
    expect(await server.until(jobs.later, 'preview')).toMatchObject({ matchedRows: 1, totalChargeCents: 4 });
    expect(await server.download(await server.complete(jobs.later))).not.toMatch(HERS);
    expect(await server.until(jobs.later, 'completed')).toMatchObject({ refundCents: null });
  });

  it('does not come back with an import, even one that replaces all', async () => {
    await load();
    await load(true);
    expect((await single()).json).toMatchObject({ found: false });
    const added = await server.service.suppressions.add([{ kind: 'phone', phone: '555-201-0104' }], WHY);
    const { json } = await server.call('skipTraceSingle', { json: OTHER });
    expect(json).toMatchObject({ found: true, charged: 4, phones: [], emails: ['willa@example.com'] });
    expect(await server.download(jobs.later)).not.toContain('5552010104');
    expect(await server.download(jobs.later)).toContain('willa@example.com');
    await server.service.suppressions.lift(added.ids[0] ?? '', MISTAKE);
    expect((await server.call('skipTraceSingle', { json: OTHER })).json['phones']).toHaveLength(1);
  });

  it('leaves the answer to a co-owner who did not ask', async () => {
    const who = async (lead = COUPLE) =>
      ((await server.call('skipTraceSingle', { json: lead })).json['contact'] as { firstName: string } | null)
        ?.firstName;
    const first = await who();
    expect(['Zelda', 'Yorick']).toContain(first);
    const name = `Quick, ${first ?? ''}`;
    await server.service.suppressions.add([{ kind: 'person', name, address: COUPLE }], WHY);
    expect(await who()).toBe(first === 'Zelda' ? 'Yorick' : 'Zelda');
    await server.service.suppressions.add([{ kind: 'property', address: COUPLE }], WHY);
    expect(await who()).toBeUndefined();
  });

  it('is left out by a mailing address, and by a name in a ZIP', async () => {
    const { suppressions } = server.service;
    for (const { id } of await suppressions.list({ inForce: true, limit: 100 }))
      await suppressions.lift(id, { reason: 'test', by: 'test', actor: 'command:test' });
    expect((await single()).json).toMatchObject({ found: true });
    for (const request of [
      { kind: 'person', name: 'Lone Xenia', address: { address: '5 Elm Court', zip: '97301' } },
      { kind: 'zip', name: 'X. Lone', zip: '45402' },
      { kind: 'zip', name: 'Xenia M Lone', zip: '97301' },
    ] as const) {
      const { ids } = await suppressions.add([request], WHY);
      // An initial in an owner file matches the full name of an entry, but not the other way round.
      expect((await single()).json, request.name).toMatchObject({ found: request.name === 'X. Lone' });
      await suppressions.lift(ids[0] ?? '', { reason: 'test', by: 'test', actor: 'command:test' });
    }
    expect(await server.service.ledgerFindings()).toEqual([]);
  });

  it("is in no output if California's DROP has her phone or email, even from a later import", async () => {
    const { suppressions, drop } = server.service;
    const liftAll = async () => {
      for (const { id } of await suppressions.list({ inForce: true, limit: 100 }))
        await suppressions.lift(id, { reason: 'test', by: 'test', actor: 'command:test' });
    };
    await liftAll();
    for (const [name, output] of Object.entries(OUTPUTS)) {
      // Refunded matches are not charged again, and stay misses.
      if (!name.includes('repl') && !name.includes('result')) expect(await output(), name).toMatch(HERS);
    }
    const written = await server.complete(await upload());
    const previewed = await upload();
    const content = (async function* () {
      yield Buffer.from(`ID,Hash\nXeniaLone001,${emailHash('Xenia@example.com')}\n`);
      await Promise.resolve();
    })();
    const to: Recipient = { send: () => Promise.resolve({ kind: 'accepted' }) };
    const options = {
      service: 'production',
      exempt: new Set<string>(),
      isDeleting: false,
      by: 'test',
      actor: 'command:test',
    } as const;
    const done = await drop.match([{ name: '20260801_4821_Email.csv', content }], to, options);
    expect(done).toMatchObject({ matches: 1, reports: [{ outcome: 'waits' }] });
    for (const [name, output] of Object.entries(OUTPUTS)) expect(await output(), name).not.toMatch(HERS);
    // Lifts the person's own entry: only DROP's identifier hides the owner now.
    await liftAll();
    await load(true);
    for (const [name, output] of Object.entries(OUTPUTS)) expect(await output(), name).not.toMatch(HERS);
    expect(await server.download(written)).not.toMatch(HERS);
    expect(await server.download(await server.complete(previewed))).not.toMatch(HERS);
    expect(await server.until(previewed, 'completed')).toMatchObject({ matchedRows: 1, refundCents: 4 });
    // After the deletion, nothing about her is left, even after withdrawals.
    await drop.match([], to, { ...options, isDeleting: true });
    const ofHers: string[] = [];
    for await (const page of server.service.ownerStores.holdings.pages())
      for (const { contact } of page) if (HERS.test(JSON.stringify(contact))) ofHers.push('found');
    expect(ofHers).toEqual([]);
    expect(await server.service.ledgerFindings()).toEqual([]);
  });
});

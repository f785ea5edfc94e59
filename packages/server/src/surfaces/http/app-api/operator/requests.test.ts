// Engines: SQLite, PostgreSQL at a release

import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createLogger } from '../../../../platform/logger.js';
import type { TestBrowser } from '../../../../testing/browser.js';
import { temporaryServer, type TemporaryServer } from '../../../../testing/server.js';

const OWNERS = `Address,City,State,Zip,First Name,Last Name,Mobile-1,Email
14 Oak St,Dayton,OH,45402,Xenia,Lone,5552010103,xenia@example.com
16 Oak St,Dayton,OH,45402,Willa,Kept,5552010104,willa@example.com
`;
const HOME = { address: '14 Oak St', city: 'Dayton', state: 'OH', zip: '45402' };
const FORM = {
  wants: 'know_and_delete',
  name: 'Xenia Lone',
  phones: [],
  emails: [],
  agent: null,
  addresses: [{ street: '14 Oak St', city: 'Dayton', state: 'OH', zip: '45402' }],
  contactEmail: 'xenia@example.com',
  language: 'en',
};

let server: TemporaryServer;
let browser: TestBrowser;
let log: string[];
beforeEach(async () => {
  log = [];
  const logger = createLogger('info', { write: (line: string) => void log.push(line) });
  server = await temporaryServer({ logger, sandbox: false, env: { OPT_OUT: 'on' } });
  await server.importOwners(OWNERS, { source: 'county' });
  browser = await server.signedInOperator();
});
afterEach(() => server.close());

const operator = (where: string, call: Parameters<TestBrowser['ask']>[1] = {}) =>
  browser.ask(`/operator/api${where}`, call);
async function newRequest(changes: object = {}): Promise<string> {
  const sent = await browser.ask('/opt-out/api/requests', { json: { ...FORM, ...changes } });
  expect(sent.status).toBe(202);
  const { json } = await operator('/requests?state=unconfirmed');
  return (json['requests'] as { id: string }[])[0]?.id ?? '';
}
const confirm = (id: string) => operator(`/requests/${id}`, { method: 'PATCH', json: { act: 'confirm' } });
const isFound = async () => (await server.call('skipTraceSingle', { json: HOME })).json['found'];

describe('a request of a person, on the pages of the operator', () => {
  it('is shown, found, exported, deleted and closed, with a button each', async () => {
    const id = await newRequest();
    const at = `/requests/${id}`;
    expect((await operator(at)).json).toMatchObject({ name: 'Xenia Lone', state: 'unconfirmed', letters: 0 });
    const letter = await operator(`${at}/letter`, { method: 'POST' });
    const { code } = letter.json as { code: string };
    expect((await browser.ask('/opt-out/api/confirmations', { json: { proof: code } })).status).toBe(200);
    expect((await operator('/requests')).json).toMatchObject({
      isTaking: true,
      requests: [{ id, state: 'open' }],
    });
    expect((await operator(`${at}/found`, { method: 'POST' })).json).toMatchObject({
      ownerRecords: [{ name: 'Xenia Lone', property: '14 Oak St, Dayton, OH 45402', source: 'county' }],
      requests: [expect.stringMatching(/^[0-9A-Z]{8}$/)],
    });
    const document = await operator(`${at}/export`, { method: 'POST' });
    expect(document.json).toMatchObject({
      ownerRecords: [{ firstName: 'Xenia', emails: ['xenia@example.com'] }],
    });
    expect(document.text).not.toContain('Willa');
    const deletion = await operator(`${at}/deletion`, { method: 'POST' });
    expect(deletion.json).toMatchObject({ ownerRecords: 1, waiting: [] });
    expect(await isFound()).toBe(false);
    // Repeating the deletion changes nothing.
    expect((await operator(`${at}/deletion`, { method: 'POST' })).json).toMatchObject({ ownerRecords: 0 });
    const closed = await operator(at, { method: 'PATCH', json: { act: 'done' } });
    const { history, state } = closed.json as {
      state: string;
      history: { what: string; by: string | null }[];
    };
    expect([state, history.map(({ what }) => what)]).toEqual([
      'done',
      ['received', 'letter', 'confirmed', 'exported', 'deleted', 'deleted', 'done'],
    ]);
    expect(history.map(({ by }) => by)).toEqual([null, 'Alex', null, ...Array<string>(4).fill('Alex')]);
    expect((await operator('/requests?state=closed')).json['requests']).toHaveLength(1);
    expect(log.join('')).not.toMatch(/xenia|lone|oak st/i);
    expect(log.join('')).not.toContain(code);
    expect(log.filter((line) => line.includes('a person was deleted'))).toHaveLength(2);
  });

  it('says with what is found which address its letter went to, where it names several', async () => {
    const own = { street: '9 Elm St', city: 'Dayton', state: 'OH', zip: '45402' };
    const notesOf = async (changes: object) => {
      const id = await newRequest(changes);
      const { code } = (await operator(`/requests/${id}/letter`, { method: 'POST' })).json as {
        code: string;
      };
      await browser.ask('/opt-out/api/confirmations', { json: { proof: code } });
      return (await operator(`/requests/${id}/found`, { method: 'POST' })).json['notes'];
    };
    expect(await notesOf({ addresses: [own, ...FORM.addresses] })).toEqual([
      'The code of a letter to 9 ELM ST, DAYTON OH 45402 confirmed this. It shows nothing about the other addresses, so hand out no copy of what is found there.',
    ]);
    expect(await notesOf({})).toEqual([]);
  });

  it('suppresses and does nothing else if only that is requested', async () => {
    const id = await newRequest({ wants: 'leave_out' });
    expect(await isFound()).toBe(true);
    await confirm(id);
    const done = await operator(`/requests/${id}/suppression`, { method: 'POST' });
    expect(done.json).toMatchObject({ added: 1 });
    expect((await operator(`/requests/${id}/suppression`, { method: 'POST' })).json).toMatchObject({
      added: 0,
    });
    expect(await isFound()).toBe(false);
    const [entry] = await server.service.suppressions.list({ inForce: true, limit: 9 });
    const { reference } = (await operator(`/requests/${id}`)).json;
    expect(entry).toMatchObject({
      reason: `request ${String(reference)}`,
      source: 'opt-out',
      enteredBy: 'Alex',
    });
    expect((await operator(`/requests/${id}`, { method: 'PATCH', json: { act: 'extend' } })).status).toBe(
      409,
    );
  });

  it('leaves the request of another person with the same phone alone', async () => {
    const phones = ['5552010103'];
    const other = await newRequest({ name: 'Willa Kept', phones });
    await confirm(other);
    await operator(`/requests/${other}`, { method: 'PATCH', json: { act: 'done' } });
    const id = await newRequest({ phones });
    await confirm(id);
    const { json } = await operator(`/requests/${id}/deletion`, { method: 'POST' });
    expect(json).toMatchObject({ ownerRecords: 1, requests: 0, waiting: [] });
    expect((await operator(`/requests/${other}`)).json).toMatchObject({
      name: 'Willa Kept',
      isEmptied: false,
    });
  });

  it('is not acted on before it is confirmed, but may be refused', async () => {
    const id = await newRequest();
    for (const what of ['export', 'suppression', 'deletion']) {
      const { status, json } = await operator(`/requests/${id}/${what}`, { method: 'POST' });
      expect([what, status, json['error']]).toEqual([what, 409, expect.stringContaining('not confirmed')]);
    }
    const act = (json: object) => operator(`/requests/${id}`, { method: 'PATCH', json });
    expect((await act({ act: 'done' })).status).toBe(409);
    expect(await isFound()).toBe(true);
    expect((await operator(`/requests/${id}/letter`, { method: 'POST' })).status).toBe(200);
    expect((await act({ act: 'refuse', reason: 'No answer.' })).json).toMatchObject({ state: 'refused' });
  });

  it('leaves a stranger’s phone and email alone', async () => {
    await server.service.messages.send(
      {
        fullName: 'Willa Kept',
        email: 'willa@example.com',
        phone: '',
        reason: 'Other',
        message: 'Call me at 555-201-0104.',
      },
      '10.0.0.1',
    );
    const id = await newRequest({
      name: 'Mallory Made',
      phones: ['5552010104'],
      emails: ['willa@example.com'],
    });
    await confirm(id);
    const aside = ['2 phones or emails are on file for other names, or not at all: they were left aside.'];
    const act = (what: string) => operator(`/requests/${id}/${what}`, { method: 'POST' });
    expect((await act('found')).json).toMatchObject({ supportMessages: 0, ownerRecords: [], notes: aside });
    const copy = await act('export');
    expect(copy.json).toMatchObject({ supportMessages: [], notes: aside });
    expect(JSON.stringify({ ...copy.json, requests: [] })).not.toMatch(/willa|2010104/i);
    // The made-up person at the address, and nothing of hers.
    expect((await act('suppression')).json).toMatchObject({ added: 1, notes: aside });
    expect((await act('deletion')).json).toMatchObject({ messages: 0, notes: aside });
    expect(await server.service.messages.list()).toHaveLength(1);
    const hers = await server.call('skipTraceSingle', { json: { ...HOME, address: '16 Oak St' } });
    expect(hers.text).toMatch(/5552010104.*willa@example.com/);
  });
});

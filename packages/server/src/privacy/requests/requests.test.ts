// Engines: SQLite, PostgreSQL

import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { MS_PER_DAY, MS_PER_SECOND } from '../../platform/clock.js';
import type { Environment } from '../../platform/config.js';
import { itemAt } from '../../platform/lib/item-at.js';
import { createLogger } from '../../platform/logger.js';
import { TestBrowser } from '../../testing/browser.js';
import { engineOfTests } from '../../testing/engines.js';
import { mailServer, type MailServer } from '../../testing/mail-server.js';
import { runCommand } from '../../testing/process.js';
import { temporaryServer, type TemporaryServer } from '../../testing/server.js';
import { erasePerson, exportPerson, findPerson } from '../person/index.js';
import { personOf } from '../search/index.js';
import { dueAt, type PersonRequest } from './entities.js';
import { Proofs, readProof } from './proofs.js';
import { proofLines, requireConfirmed } from './requests.js';

const FORM = {
  wants: 'delete',
  name: 'Xenia Lone',
  addresses: [{ street: '14 Oak St', city: 'Dayton', state: 'OH', zip: '45402' }],
  phones: ['(555) 201-0103'],
  emails: [],
  agent: null,
  contactEmail: 'xenia@example.com',
  language: 'en',
};

let mails: MailServer;
let server: TemporaryServer;
let anyone: TestBrowser;
let log: string[];

async function start(env: Environment = {}): Promise<void> {
  log = [];
  const logger = createLogger('info', { write: (line: string) => void log.push(line) });
  server = await temporaryServer({
    logger,
    sandbox: false,
    env: { OPT_OUT: 'on', TRUST_PROXY: 'loopback', ...env },
  });
  anyone = new TestBrowser(server.url);
}
const withMail = () => ({ ...mails.env, PUBLIC_URL: 'https://leads.example.com' });

beforeEach(async () => {
  mails = await mailServer();
});
afterEach(async () => {
  await server.close();
  await mails.close();
});

let clients = 0;
/** Submits a request, each from a network of its own unless the test gives one. */
const submit = (changes: object = {}, from = `192.${++clients % 250}.2.1`, idempotencyKey?: string) =>
  anyone.ask('/opt-out/api/requests', {
    json: { ...FORM, ...changes },
    headers: {
      'skiptrace-app': '1',
      'sec-fetch-site': 'same-origin',
      'x-forwarded-for': from,
      'idempotency-key': idempotencyKey ?? `key-of-request-${String(++clients).padStart(4, '0')}`,
    },
  });
/** Submits a request. @returns it as it is stored */
async function submitted(changes: object): Promise<PersonRequest> {
  const { json } = await submit(changes);
  const all = await stored();
  const at = all.findIndex(({ reference }) => reference === json['reference']);
  return itemAt(all, at);
}
const confirm = (proof: string) => anyone.ask('/opt-out/api/confirmations', { json: { proof } });
const stored = async () => (await server.service.personRequests.page({ state: 'all', limit: 100 })).rows;
const onlyOne = async (): Promise<PersonRequest> => {
  const [request, ...others] = await stored();
  if (request === undefined || others.length > 0) throw new Error(`there are ${others.length + 1} requests`);
  return request;
};
const mailTasks = () =>
  server.service.database.read.query<unknown[]>("SELECT 1 FROM tasks WHERE kind = 'person-request-mail'");
const postponed = () =>
  server.service.database.read.query<unknown[]>(
    "SELECT 1 FROM tasks WHERE kind = 'person-request-note' AND lease_token IS NULL AND due_at > created_at",
  );
const proofIn = (content: string) => {
  const whole = content.replaceAll('=\r\n', '').replaceAll('=3D', '=');
  return new URL(/https:\/\/\S+/.exec(whole)?.[0] ?? '').hash.slice(1);
};

/** Requests of strangers, each older than the next by a millisecond; the first are from 1970. */
const fill = (count: number) =>
  server.service.engine.supportDatabase.write((tx) =>
    tx.query(
      `WITH RECURSIVE many (number) AS (SELECT 1 UNION ALL SELECT number + 1 FROM many WHERE number < ${count})
       INSERT INTO person_requests
         (id, reference, wants, state, name, addresses, phones, emails, language,
          created_at, due_at, changed_at, letters, history)
       SELECT 'id ' || number, 'reference ' || number, 'know', 'unconfirmed', 'Someone', '${JSON.stringify(FORM.addresses)}', '[]', '[]', 'en',
              number, 0, 0, 0, '[]' FROM many`,
    ),
  );

describe('a request of a person', () => {
  it('is confirmed by the link of a mail, once, and the operator is told', async () => {
    await start(withMail());
    await server.service.startWorker();
    const { status, json } = await submit();
    expect([status, json]).toEqual([202, { reference: (await onlyOne()).reference, confirmBy: 'email' }]);
    await expect.poll(() => mails.taken.length).toBe(1);
    const [mail] = mails.taken;
    expect(mail?.to).toEqual(['xenia@example.com']);
    // The text of a stranger is not mailed to an address that the stranger names.
    expect(mail?.content).not.toMatch(/Xenia Lone|Oak/);
    const proof = proofIn(mail?.content ?? '');
    expect(JSON.stringify(await stored())).not.toContain(proof.split('.')[1]);
    expect(proofLines(await onlyOne())).toEqual([]);
    expect((await confirm(proof)).json).toMatchObject({ reference: json['reference'] });
    await expect.poll(() => mails.taken.length).toBe(2);
    expect(mails.taken[1]).toMatchObject({ to: ['desk@example.com'] });
    expect(mails.taken[1]?.content).not.toMatch(/xenia|lone|oak/i);
    // Confirming twice changes nothing while it is open.
    expect((await confirm(proof)).status).toBe(200);
    const { state, history } = await onlyOne();
    expect([state, history.map(({ what }) => what)]).toEqual(['open', ['received', 'mailed', 'confirmed']]);
    expect(proofLines(await onlyOne()).join()).toContain(
      'A link mailed to xenia@example.com confirmed this.',
    );
    await server.service.personRequests.act((await onlyOne()).id, 'done', { by: 'Alex' });
    expect((await confirm(proof)).status).toBe(400);
    expect((await onlyOne()).state).toBe('done');
    expect(log.join('')).not.toMatch(/xenia|lone|oak|2010103/i);
  });

  it.each([
    ['no mail server', {}, FORM],
    ['no email', withMail, { ...FORM, contactEmail: null }],
  ])('is confirmed by the code of a letter where there is %s', async (_, env, form) => {
    await start(typeof env === 'function' ? env() : env);
    expect((await submit(form)).json).toMatchObject({ confirmBy: 'letter' });
    const { id } = await onlyOne();
    const { personRequests } = server.service;
    const first = await personRequests.letter(id, 'Alex');
    const { code, lines } = await personRequests.letter(id, 'Alex');
    expect(lines).toEqual(expect.arrayContaining(['Xenia Lone', '14 OAK ST', 'DAYTON OH 45402', code]));
    expect(code).not.toBe(first.code);
    expect(JSON.stringify(await stored())).not.toContain(code);
    // Only the last letter's code is valid. It may be typed in any form.
    expect((await confirm(first.code)).status).toBe(400);
    expect((await confirm(code.toLowerCase().replaceAll('-', ' '))).status).toBe(200);
    expect(await onlyOne()).toMatchObject({ state: 'open', letters: 2 });
    await expect(personRequests.letter(id, 'Alex')).rejects.toMatchObject({ code: 'request_state' });
    expect(mails.taken).toEqual([]);
  });

  it('is confirmed by no other link or code, and by no expired one', async () => {
    await start();
    await submit();
    await submit({ name: 'Willa Kept' });
    const [one, other] = await stored();
    if (one === undefined || other === undefined) throw new Error('two were sent');
    const proofs = new Proofs(server.service.engine.signingSecret);
    const link = proofs.linkProof(one);
    const wrong = [
      '',
      'x'.repeat(200),
      '.',
      `${one.reference}.`,
      `${one.reference}.${link.slice(9, -1)}`,
      `${other.reference}.${link.split('.')[1] ?? ''}`,
      // No letter was written yet.
      proofs.letterCode(one),
    ];
    for (const proof of wrong) expect([proof, (await confirm(proof)).status]).toEqual([proof, 400]);
    server.clock.shiftMs += 8 * MS_PER_DAY;
    expect((await confirm(link)).status).toBe(400);
    const { code } = await server.service.personRequests.letter(one.id, 'Alex');
    server.clock.shiftMs += 44 * MS_PER_DAY;
    expect((await confirm(code)).status).toBe(200);
    expect((await stored()).map(({ state }) => state).sort()).toEqual(['open', 'unconfirmed']);
  });

  it('is confirmed by no link or code that an earlier request had under its key', async () => {
    await start();
    const key = 'the-same-key-0000';
    const { personRequests, engine } = server.service;
    const proofs = new Proofs(engine.signingSecret);
    await submit({ name: 'Mallory Own' }, '198.51.100.1', key);
    const first = await onlyOne();
    const { code } = await personRequests.letter(first.id, 'Alex');
    server.clock.shiftMs += 46 * MS_PER_DAY;
    await personRequests.sweep();
    expect((await submit({}, '198.51.100.1', key)).status).toBe(202);
    const second = await onlyOne();
    expect([second.id, second.reference]).toEqual([first.id, first.reference]);
    await personRequests.letter(second.id, 'Alex');
    for (const proof of [code, proofs.linkProof(first)]) expect((await confirm(proof)).status).toBe(400);
    expect((await confirm(proofs.linkProof(second))).status).toBe(200);
  });

  it('says to which of its addresses the letter goes, which shows nothing about the others', async () => {
    await start();
    const own = { street: '9 Elm St', city: 'Dayton', state: 'OH', zip: '45402' };
    await submit({ addresses: [own, ...FORM.addresses] });
    await server.service.personRequests.letter((await onlyOne()).id, 'Alex');
    const { history } = await onlyOne();
    expect(history.at(-1)).toMatchObject({ what: 'letter', note: 'to 9 ELM ST, DAYTON OH 45402' });
  });

  it('gets the same answer for every person, and reads no stored data about them', async () => {
    await start();
    await server.importOwners('Address,City,State,Zip,Owner Name\n14 Oak St,Dayton,OH,45402,Xenia Lone\n');
    const shape = async (changes: object) => {
      const { status, text, headers } = await submit(changes);
      return [status, text.replace(/[0-9A-Z]{8}/, 'REFERENCE'), [...headers.keys()].sort()];
    };
    expect(await shape({})).toEqual(await shape({ name: 'Nobody Known' }));
  });

  it('is stored once however often it is sent', async () => {
    await start();
    const key = 'the-same-key-0000';
    const answers = await Promise.all([1, 2, 3].map(() => submit({}, '198.51.100.1', key)));
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    expect(answers[0]?.status).toBe(202);
    await onlyOne();
  });

  it('is refused, with a sentence, under a key that another request had', async () => {
    await start();
    const key = 'the-same-key-0000';
    expect((await submit({}, '198.51.100.1', key)).status).toBe(202);
    for (const changes of [{ name: 'Willa Kept' }, { wants: 'know' }, { phones: [] }, { language: 'es' }]) {
      const other = await submit(changes, '198.51.100.1', key);
      expect([changes, other.status]).toEqual([changes, 400]);
      expect(other.text).toContain('was used for another request. Nothing was stored.');
    }
    expect((await submit({ name: ' Xenia Lone ' }, '198.51.100.1', key)).status).toBe(202);
    await onlyOne();
  });

  it('is refused if it could never match anything', async () => {
    await start();
    const address = FORM.addresses[0];
    for (const changes of [
      ...[{ name: ' ' }, { addresses: [] }, { phones: ['911'] }, { contactEmail: 'nobody' }],
      { addresses: [{ ...address, zip: '4540' }] },
      { addresses: [{ ...address, street: ' ' }] },
      { addresses: Array.from({ length: 6 }, () => address) },
      { wants: 'money' },
      { other: 1 },
    ])
      expect([changes, (await submit(changes)).status]).toEqual([changes, 400]);
    const cyrillic = { addresses: [{ ...address, street: '14 \u041eak St' }] };
    expect((await submit(cyrillic)).json).toMatchObject({ error: expect.stringContaining('Latin letters') });
    expect(await stored()).toEqual([]);
  });

  it('is accepted five times per quarter of an hour from one network', async () => {
    await start();
    for (let sent = 0; sent < 5; sent++) expect((await submit({}, '203.0.113.9')).status).toBe(202);
    expect((await submit({}, '203.0.113.9')).status).toBe(429);
  });

  it('is accepted twenty times per hour from one IPv6 /48, and sixty times from one IPv4 /24', async () => {
    await start();
    const taken = async (addressOf: (number: number) => string) => {
      let count = 0;
      while ((await submit({}, addressOf(count))).status === 202) count += 1;
      return count;
    };
    expect(await taken((number) => `2001:db8:5:${number.toString(16)}::1`)).toBe(20);
    expect(await taken((number) => `203.0.113.${number}`)).toBe(60);
    expect((await submit({}, '2001:db8:6::1')).status).toBe(202);
  });

  it('is accepted from an honest network, though a few others have sent all that an hour allows', async () => {
    await start();
    let sent = 0;
    while ((await submit({}, `198.18.${Math.floor(sent / 55)}.${sent % 55}`)).status === 202) sent += 1;
    expect(sent).toBe(200);
    // Their first request is taken, and a second one waits.
    expect((await submit({}, '203.0.113.9')).status).toBe(202);
    expect((await submit({}, '203.0.113.9')).status).toBe(429);
    expect((await submit({}, '2001:db8:7::1')).status).toBe(202);
  });

  it.each([
    ['plus signs', [0, 1, 2, 3, 4].map((sent) => `xenia+${sent}@example.com`)],
    [
      'the dots of Gmail',
      [
        'xenia@gmail.com',
        'x.enia@gmail.com',
        'xe.nia@gmail.com',
        'Xen.Ia@gmail.com',
        'x.e.nia@googlemail.com',
      ],
    ],
  ])(
    'lets a stranger cause three mails per day to a mailbox, with %s, and others need a letter',
    async (_, to) => {
      await start(withMail());
      const answers: unknown[] = [];
      for (const contactEmail of to) answers.push((await submit({ contactEmail })).json['confirmBy']);
      expect(answers).toEqual(['email', 'email', 'email', 'letter', 'letter']);
      expect(await mailTasks()).toHaveLength(3);
      expect(await stored()).toHaveLength(5);
    },
  );

  it('causes one mail however often it is repeated, and uses up none of the others of its address', async () => {
    await start(withMail());
    const key = 'the-same-key-0000';
    const repeat = async () => (await submit({}, '198.51.100.1', key)).json['confirmBy'];
    expect(await Promise.all([repeat(), repeat(), repeat()])).toEqual(['email', 'email', 'email']);
    for (let again = 0; again < 4; again++) expect(await repeat()).toBe('email');
    expect(await mailTasks()).toHaveLength(1);
    expect((await submit()).json['confirmBy']).toBe('email');
    // The process was killed after the mail was queued and before that was noted: one mail is sent.
    await server.service.engine.supportDatabase.write((tx) =>
      tx.query('UPDATE person_requests SET confirm_by = NULL'),
    );
    expect(await repeat()).toBe('email');
    expect(await mailTasks()).toHaveLength(2);
    await server.service.startWorker();
    await expect.poll(mailTasks).toEqual([]);
    expect(mails.taken).toHaveLength(2);
  });

  it('is still confirmed by the link of its mail after a letter was written, too', async () => {
    await start(withMail());
    await server.service.startWorker();
    await submit();
    await expect.poll(() => mails.taken.length).toBe(1);
    await server.service.personRequests.letter((await onlyOne()).id, 'Alex');
    expect((await confirm(proofIn(mails.taken[0]?.content ?? ''))).status).toBe(200);
  });

  it('prints a name on the letter, and nothing else that a stranger wrote', async () => {
    await start({ OPERATOR_NAME: 'Acme Data' });
    for (const [name, isPrinted] of [
      ['Jane Marie O’Brien-Núñez, Jr.', true],
      ['YOU OWE $500, CALL 5552010103', false],
      ['Visit evil.example/pay', false],
      ['pay-here.example', false],
      ['We will come for you tonight at home', false],
    ] as const) {
      const { id } = await submitted({ name, contactEmail: null, agent: 'Call 5552010103 now' });
      const { lines } = await server.service.personRequests.letter(id, 'Alex');
      const addressee = isPrinted ? name.replace(',', '') : 'To the resident';
      expect(lines.slice(0, 4)).toEqual(['Acme Data', '', addressee, '14 OAK ST']);
      expect(lines.join('\n')).not.toContain('5552010103');
    }
  });

  it('prints no more than an address on the letter, the first that can be no more', async () => {
    await start();
    for (const [street, city, printed] of [
      ['14 Oak St Apt 4B', 'Dayton', ['14 OAK ST APT 4B', 'DAYTON OH 45402']],
      ["N52W16590 O'Hara Rd # 12", 'St. Mary’s', ['N52W16590 OHARA RD # 12', 'ST MARYS OH 45402']],
      ['12 1/2 Avenue of the Américas', 'Dayton', ['12 1/2 AVENUE OF THE AMERICAS', 'DAYTON OH 45402']],
      ['14 County Road 1234', 'Dayton', ['14 COUNTY ROAD 1234', 'DAYTON OH 45402']],
      ['14 Oak St You owe us 500 dollars', 'Dayton', null],
      ['14 Call 555 201 0103 St', 'Dayton', null],
      ['14 Oak St Apt CALL5552010103', 'Dayton', null],
      ['14 Oak St <b>Pay</b>', 'Dayton', null],
      ['14 visit http://evil.example/pay St', 'Dayton', null],
      ['14 Oak St', 'Dayton you must pay at once or else', null],
      ['14 Oak St', 'Call 5552010103', ['14 OAK ST', 'CALL OH 45402']],
    ] as const) {
      const address = { street, city, state: 'OH', zip: '45402' };
      const { id } = await submitted({ contactEmail: null, addresses: [address] });
      const letter = server.service.personRequests.letter(id, 'Alex');
      if (printed !== null) expect((await letter).lines.slice(1, 3)).toEqual(printed);
      else {
        await expect(letter, street).rejects.toMatchObject({ code: 'request_state' });
        expect(await server.service.personRequests.get(id)).toMatchObject({ letters: 0, letterAt: null });
      }
      const addresses = [address, { ...address, street: '9 Elm Street', city: 'Dayton' }];
      const next = await submitted({ contactEmail: null, addresses });
      const { lines } = await server.service.personRequests.letter(next.id, 'Alex');
      expect(lines[1]).toBe(printed?.[0] ?? '9 ELM ST');
    }
  });

  it('names the operator on the page and in the mail, as OPERATOR_NAME says', async () => {
    await start({ ...withMail(), OPERATOR_NAME: 'Acme Data' });
    await server.service.startWorker();
    expect((await anyone.ask('/app/api/settings')).json).toMatchObject({ operatorName: 'Acme Data' });
    await submit();
    await expect.poll(() => mails.taken.length).toBe(1);
    expect(mails.taken[0]?.content).toMatch(/^From: Acme Data </m);
    expect(mails.taken[0]?.content).toMatch(/^Acme Data/m);
  });

  it('is reported to the operator before the oldest give way', async () => {
    await start();
    await submit();
    await fill(7_999);
    expect(await server.service.personRequests.findings()).toEqual([
      expect.stringContaining('8000 requests of people wait to be confirmed'),
    ]);
  });

  it('allows thirty attempts at codes from a network, and no more', async () => {
    await start();
    for (let tried = 0; tried < 30; tried++)
      expect((await confirm('AAAA-BBBB-CCCC-DDDD-EEEE')).status).toBe(400);
    expect((await confirm('AAAA-BBBB-CCCC-DDDD-EEEE')).status).toBe(429);
  });

  it('is refused while the page is off', async () => {
    await start({ OPT_OUT: 'off' });
    expect((await submit()).status).toBe(404);
    expect((await confirm('x.y')).status).toBe(404);
    const off = await fetch(`${server.url}/opt-out`);
    expect([off.status, await off.text()]).toEqual([
      404,
      expect.stringMatching(
        /takes no requests on this page\. Write to the people who run it\.(?!.*OPT_OUT)/s,
      ),
    ]);
    expect(await (await fetch(server.url, { headers: { accept: 'text/html' } })).text()).not.toContain(
      'opt-out',
    );
    await server.close();
    await start();
    const page = await fetch(`${server.url}/opt-out`);
    expect([page.status, page.headers.get('content-security-policy')]).toEqual([
      200,
      expect.not.stringMatching(/unsafe|https:|\*/),
    ]);
    expect(await (await fetch(server.url, { headers: { accept: 'text/html' } })).text()).toContain(
      '/opt-out',
    );
  });

  it('is refused from a page of another site', async () => {
    await start();
    const { status } = await anyone.ask('/opt-out/api/requests', {
      json: FORM,
      headers: { 'sec-fetch-site': 'cross-site', 'idempotency-key': 'key-of-request-0000' },
    });
    expect(status).toBe(403);
  });
});

describe('the work on requests', () => {
  const act = (id: string, what: 'confirm' | 'extend' | 'done' | 'refuse' | 'reopen', reason = '') =>
    server.service.personRequests.act(id, what, { by: 'Alex', reason });

  it('goes from state to state, with each step done once', async () => {
    await start();
    await submit({ wants: 'know' });
    const { id, dueAt: due } = await onlyOne();
    expect(await act(id, 'confirm')).toMatchObject({ state: 'open' });
    await act(id, 'confirm');
    const extended = await act(id, 'extend');
    expect(extended.dueAt - due).toBe(45 * MS_PER_DAY);
    expect((await act(id, 'extend')).dueAt).toBe(extended.dueAt);
    await expect(act(id, 'refuse')).rejects.toMatchObject({ code: 'request_state' });
    expect(await act(id, 'refuse', 'not the person')).toMatchObject({ state: 'refused' });
    await expect(act(id, 'done')).rejects.toMatchObject({ code: 'request_state' });
    await act(id, 'reopen');
    expect((await act(id, 'done')).history.map(({ what }) => what)).toEqual([
      ...['received', 'confirmed_by_operator', 'extended', 'refused', 'reopened', 'done'],
    ]);
    await expect(act('unknown', 'done')).rejects.toMatchObject({ code: 'request_gone' });
  });

  it('lets no one act on a request that was refused before it was confirmed, even reopened', async () => {
    await start();
    await submit({ wants: 'know' });
    const { id } = await onlyOne();
    const refused = await act(id, 'refuse', 'a stranger sent it');
    expect(() => requireConfirmed(refused)).toThrow('is not confirmed');
    expect(await act(id, 'reopen')).toMatchObject({ state: 'unconfirmed', closedAt: null });
    await expect(act(id, 'done')).rejects.toMatchObject({ code: 'request_state' });
    expect(await act(id, 'confirm')).toMatchObject({ state: 'open' });
  });

  it('has deadlines, 15 business days to leave out and 45 days otherwise, and reports late requests', async () => {
    const friday = Date.UTC(2026, 10, 27, 18);
    expect(new Date(dueAt('leave_out', friday, 45)).toISOString()).toBe('2026-12-18T23:59:59.999Z');
    expect(new Date(dueAt('know', friday, 45)).toISOString()).toBe('2027-01-11T23:59:59.999Z');
    await start();
    await submit();
    const { id, reference } = await onlyOne();
    server.clock.shiftMs += 44 * MS_PER_DAY;
    // The request is not confirmed.
    expect(await server.service.personRequests.findings()).toEqual([]);
    await act(id, 'confirm');
    expect(await server.service.personRequests.findings()).toEqual([
      expect.stringMatching(`1 person's request is due within 7 days: ${reference} `),
    ]);
    server.clock.shiftMs += 3 * MS_PER_DAY;
    expect((await server.service.examine()).findings).toEqual([
      expect.stringMatching(`1 person's request is overdue: ${reference} `),
    ]);
  });

  it('deletes unconfirmed requests after 45 days and closed ones after two years, and keeps open ones', async () => {
    await start();
    for (const name of ['One Unconfirmed', 'Two Open', 'Three Done']) await submit({ name });
    const idOf = async (name: string) => (await stored()).find((one) => one.name === name)?.id ?? '';
    await act(await idOf('Two Open'), 'confirm');
    await act(await idOf('Three Done'), 'confirm');
    await act(await idOf('Three Done'), 'done');
    const { personRequests } = server.service;
    server.clock.shiftMs += 44 * MS_PER_DAY;
    expect(await personRequests.sweep()).toBe(0);
    server.clock.shiftMs += MS_PER_DAY;
    expect(await personRequests.sweep()).toBe(1);
    server.clock.shiftMs += 685 * MS_PER_DAY;
    expect(await personRequests.sweep()).toBe(1);
    expect((await stored()).map(({ name }) => name)).toEqual(['Two Open']);
  });

  it('can be done at the command line', async () => {
    await start();
    await submit({ language: 'es', agent: 'Privacy Helpers' });
    const env: Record<string, string> = {};
    const run = async (...words: readonly string[]) => {
      const settings = await engineOfTests.settings(server.dataDir);
      return runCommand({ ...settings, ...env, DATA_DIR: server.dataDir, USER: 'ana' }, ['people', ...words]);
    };
    const { reference } = await onlyOne();
    expect((await run('requests', 'list')).out).toBe(
      'No open requests. 1 unconfirmed: --state unconfirmed.\n',
    );
    expect((await run('requests', 'list', '--json')).out).toBe('[]\n');
    expect((await run('requests', 'list', '--state', 'closed')).out).toBe('(none)\n');
    expect((await run('requests', 'list', '--state', 'unconfirmed')).out).toContain(
      `${reference}  unconfirmed`,
    );
    const refused = await run('requests', 'letter', reference);
    expect([refused.code, refused.err]).toEqual([
      2,
      expect.stringContaining("names the opt-out page, and its address isn't known: set PUBLIC_URL"),
    ]);
    expect((await onlyOne()).letters).toBe(0);
    env['PUBLIC_URL'] = 'https://leads.example.com';
    const letter = await run('requests', 'letter', reference.toLowerCase());
    expect(letter.out).toMatch(/Recibimos una solicitud[\s\S]*https:\/\/leads\.example\.com\/opt-out/);
    const code = /^[0-9A-Z]{4}(-[0-9A-Z]{4}){4}$/m.exec(letter.out)?.[0] ?? '';
    expect((await confirm(code)).status).toBe(200);
    expect((await run('requests', 'show', reference)).out).toMatch(
      /agent {4}Privacy Helpers[\s\S]*letter +ana/,
    );
    expect((await run('find', '--phone', '5552010103')).out).toContain(reference);
    // Open requests must be closed first.
    const early = await run('delete', '--phone', '5552010103', '--reason', 'x', '--yes');
    expect([early.code, early.out]).toEqual([
      1,
      expect.stringContaining(`Request ${reference} is not closed`),
    ]);
    expect((await run('requests', 'done', reference, '--note', 'deleted, and told so')).code).toBe(0);
    expect((await run('requests', 'done', reference, '--refuse', 'x')).code).toBe(1);
    expect((await run('delete', '--phone', '5552010103', '--reason', 'x', '--yes')).code).toBe(0);
    const { history, ...emptied } = await onlyOne();
    expect(emptied).toMatchObject({
      state: 'done',
      name: '',
      addresses: [],
      phones: [],
      emails: [],
      agent: null,
      contactEmail: null,
      reference,
      wants: 'delete',
    });
    expect(history.map(({ note }) => note)).not.toContain('deleted, and told so');
    expect((await run('requests', 'show', 'UNKNOWN1')).code).toBe(1);
    expect((await run('requests', 'list', '--state', 'odd')).code).toBe(2);
  });
});

describe('a proof', () => {
  it('is read from a link or a typed code', () => {
    expect(readProof(' AAAABBBB.secret_-X ')).toEqual({ reference: 'AAAABBBB', secret: 'secret_-X' });
    expect(readProof('aaaa bbbb-cccc dddd eeee')).toEqual({ reference: 'AAAABBBB', secret: 'CCCCDDDDEEEE' });
    expect(readProof('AAAA-BBBB')).toBeNull();
  });
});

describe('requests', () => {
  it('are read page by page as they were stored, with any text, and keep the concurrent changes of two operators', async () => {
    await start();
    const odd = { agent: 'Robert\'); DROP TABLE person_requests;--\u202e "quoted" ñ' };
    for (const changes of [odd, { wants: 'know' }, { wants: 'leave_out' }]) await submit(changes);
    const { personRequests } = server.service;
    const rows = await stored();
    expect(rows.find(({ agent }) => agent !== null)).toMatchObject({
      agent: odd.agent,
      addresses: FORM.addresses,
      phones: FORM.phones,
      emails: [],
      letterAt: null,
    });
    for (const { id } of rows) await personRequests.act(id, 'confirm', { by: 'Alex' });
    const seen: string[] = [];
    let cursor: string | undefined;
    do {
      const page = await personRequests.page({ state: 'open', limit: 1, cursor });
      seen.push(...page.rows.map(({ wants }) => wants));
      cursor = page.nextCursor ?? undefined;
    } while (cursor !== undefined);
    // Sorted by deadline.
    expect([seen.length, seen[0]]).toEqual([3, 'leave_out']);
    const [{ id } = { id: '' }] = rows;
    const before = (await personRequests.get(id)).history.length;
    await Promise.all(['a', 'b', 'c', 'd'].map((by) => personRequests.note(id, 'exported', by, null)));
    expect((await personRequests.get(id)).history).toHaveLength(before + 4);
    expect((await personRequests.page({ state: 'closed', limit: 5 })).rows).toEqual([]);
  });

  it('keep the concurrent changes of two servers', async () => {
    await start();
    await submit();
    const { id } = await onlyOne();
    const other = await temporaryServer({ dataDir: server.dataDir, sandbox: false });
    const both = [server, other].map(({ service }) => service.personRequests);
    const changes = Array.from({ length: 10 }, () => both).flat();
    await Promise.all(changes.map((requests) => requests.note(id, 'exported', 'Alex', null)));
    expect((await onlyOne()).history).toHaveLength(1 + changes.length);
    await other.close();
  });

  it.each(['before', 'after'] as const)(
    'are told to the operator once, though the server was killed %s it noted that one is confirmed',
    async (moment) => {
      await start(withMail());
      const { personRequests, engine: ports } = server.service;
      await submit({ contactEmail: null });
      const { id, reference } = await onlyOne();
      const { code } = await personRequests.letter(id, 'Alex');
      const { supportDatabase: database } = ports;
      const writeFor = database.writeFor.bind(database);
      const killed = vi.spyOn(database, 'writeFor').mockImplementationOnce(async (key, work) => {
        if (moment === 'after') await writeFor(key, work);
        throw new Error('killed');
      });
      expect((await confirm(code)).status).toBe(500);
      killed.mockRestore();
      await server.service.startWorker();
      if (moment === 'before') {
        await expect.poll(postponed).toHaveLength(1);
        server.clock.shiftMs += 10 * MS_PER_SECOND;
        expect((await confirm(code)).status).toBe(200);
      }
      expect((await onlyOne()).state).toBe('open');
      await expect.poll(() => mails.taken.length).toBe(1);
      expect(mails.taken[0]?.content).toContain(`A person's request ${reference}`);
      expect((await confirm(code)).status).toBe(200);
      await expect.poll(() => server.service.taskBacklog()).toEqual([]);
      expect(mails.taken).toHaveLength(1);
    },
  );

  it('are taken when as many wait as are kept, and the oldest without a letter give way', async () => {
    await start(withMail());
    const { personRequests, engine: ports } = server.service;
    await submit();
    const hers = await onlyOne();
    const proof = new Proofs(ports.signingSecret).linkProof(hers);
    await fill(9_999);
    const states = async () => {
      const waiting = await ports.supportDatabase.read.query<{ id: string }[]>(
        "SELECT id FROM person_requests WHERE state = 'unconfirmed'",
      );
      return { count: waiting.length, has: (id: string) => waiting.some((one) => one.id === id) };
    };
    await personRequests.letter('id 1', 'Alex');
    expect((await submit()).status).toBe(202);
    const after = await states();
    expect([after.count, ...['id 1', 'id 2', 'id 3', hers.id].map(after.has)]).toEqual([
      ...[10_000, true, false, true, true],
    ]);
    // As if it were the oldest: its link says what to do.
    await ports.supportDatabase.write((tx) =>
      tx.query('UPDATE person_requests SET created_at = 0 WHERE id = $1', [hers.id]),
    );
    expect((await submit()).status).toBe(202);
    expect((await states()).has(hers.id)).toBe(false);
    expect((await confirm(proof)).json).toMatchObject({
      error: expect.stringMatching(
        /too many requests came in\. Nothing was done: send your request again\.$/,
      ),
    });
  });

  it('lose what operators noted about another person when that one is deleted, and nothing else', async () => {
    await start();
    const { personRequests } = server.service;
    await submit({ name: 'Willa Kept', phones: [], contactEmail: null });
    const { id, reference } = await onlyOne();
    await personRequests.act(id, 'confirm', { by: 'Alex' });
    await personRequests.act(id, 'done', { by: 'Alex', reason: 'a copy was mailed' });
    await personRequests.act(id, 'reopen', { by: 'Alex', reason: 'wrote for xenia@example.com, her tenant' });
    const before = await onlyOne();
    const xenia = personOf({ email: 'xenia@example.com' });
    const found = await findPerson(server.service, xenia);
    expect(found).toMatchObject({ requests: [], notedRequests: [{ reference }] });
    const { document } = await exportPerson(server.service, xenia, 0);
    expect(document.requests).toEqual([]);
    await erasePerson(
      server.service,
      { reason: 'letter', source: 'desk', enteredBy: 'Alex', actor: 'command:Alex' },
      found,
    );
    const [last, ...others] = before.history.toReversed();
    expect(await onlyOne()).toEqual({
      ...before,
      history: [...others.toReversed(), { ...last, note: null }],
    });
    expect(JSON.stringify(others)).toContain('a copy was mailed');
    expect(await findPerson(server.service, xenia)).toMatchObject({ notedRequests: [] });
  });
});

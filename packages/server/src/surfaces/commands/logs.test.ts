import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runProgram, startProcess, type ServerProcess } from '../../testing/process.js';
import { RawConnection } from '../../testing/raw-http.js';
import { ABSENTEE, MATCH, oneLine } from '../../testing/sandbox.js';
import { temporaryFolder, type Temporary } from '../../testing/temporary.js';
import { untilStatus } from '../../testing/waiting.js';

let folder: Temporary<string>;
let server: ServerProcess;
let created: { apiKey: string; accountId: string };
let env: Record<string, string>;
beforeAll(async () => {
  folder = await temporaryFolder();
  env = {
    DATA_DIR: path.join(folder.value, 'data'),
    LOG_LEVEL: 'trace',
    UPLOAD_METHOD: 'presigned',
    // No mail server listens there, so sending fails.
    SMTP_URL: 'smtp://desk:s3cret-login@127.0.0.1:1',
    SUPPORT_EMAIL: 'desk@example.com',
  };
  const { stdout } = await runProgram(
    ['accounts', 'create', '--name', 'Acme Holdings', '--balance-cents', '1000', '--json'],
    env,
  );
  created = JSON.parse(stdout) as { apiKey: string; accountId: string };
  server = await startProcess(['--sandbox'], env);
});
afterAll(async () => {
  await server.stop('SIGKILL');
  await folder.remove();
});

const WRONG_KEY = `pc_${'WrongKey'.repeat(5)}`;
const FILE =
  'Street,Town,St,Zip,Owner\n100 Sandbox Match St,Austin,TX,78701,Zelda Quibble\n9 Nowhere Ln,Reno,NV,89501,X\n';

/** Plays a day of a customer and an attacker; returns every secret that was sent. */
async function wholeSession(apiKey: string): Promise<string[]> {
  const { url } = server.ready;
  const headers = { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' };
  const post = async (where: string, body: unknown, more: Record<string, string> = {}) => {
    const text = typeof body === 'string' ? body : JSON.stringify(body);
    const answer = await fetch(url + where, { method: 'POST', headers: { ...headers, ...more }, body: text });
    return (await answer.json()) as Record<string, string>;
  };
  const get = async (where: string) =>
    (await fetch(url + where, { headers })).json() as Promise<Record<string, string>>;
  const until = (job: string, status: string) => untilStatus(() => get(job), [status, 'failed']);
  await post(
    '/api/v1/skip-trace',
    { address: oneLine(MATCH) },
    { 'idempotency-key': `zelda-quibble-${apiKey.slice(-4)}` },
  );
  await post('/api/v1/skip-trace-bulk', {
    addresses: [{ address: oneLine(ABSENTEE) }, { address: '9 Nowhere Ln' }],
  });
  await post('/api/v1/skip-trace', {
    address: '500 Sandbox Failure Way',
    city: 'Tulsa',
    state: 'OK',
    zip: '74103',
  });
  await post('/api/v1/skip-trace', '{"address":"9 Nowhere Ln');
  await post('/api/v1/skip-trace', { address: '9 Nowhere Ln', state: 'Zelda', zip: 'Quibble' });
  await post('/api/v1/skip-trace', { address: '9 Nowhere Ln' }, { authorization: `Bearer ${WRONG_KEY}` });
  await post('/api/contact', {
    fullName: 'Zelda Quibble',
    email: 'zelda@example.com',
    phone: '(512) 555-0177',
    reason: 'Other',
    message: 'Where is my Gazebo?',
  });
  await fetch(`${url}/leads-of-zelda-quibble?email=zelda@example.com`);
  await (
    await RawConnection.open(url)
  )
    .send(`GET / HTTP/1.1\r\nAuthorization: ${apiKey}\nbroken\r\n\r\n`)
    .untilClosed();
  const columnMapping = { address: 'Street', city: 'Town', state: 'St', zip: 'Zip', firstName: 'Owner' };
  const { jobId, uploadUrl } = await post('/api/user/skip-trace', {
    filename: 'zelda quibble.csv',
    columnMapping,
  });
  await fetch(uploadUrl ?? '', { method: 'PUT', body: FILE, headers: { 'content-type': 'text/csv' } });
  await fetch(`${uploadUrl}changed`, { method: 'PUT', body: FILE });
  const job = `/api/user/skip-trace/${jobId}`;
  await post(`${job}/uploaded`, '');
  await until(job, 'preview');
  await post(`${job}/confirm`, '');
  const { downloadUrl } = await until(job, 'completed');
  await fetch(downloadUrl ?? '').then((answer) => answer.text());
  return [uploadUrl, downloadUrl].map((link) => new URL(link ?? '').searchParams.get('signature') ?? '');
}

describe('the log of a whole session', { timeout: 90_000 }, () => {
  it('tells of every request of a live and a test key, as JSON lines, and of no person and no secret', async () => {
    const { stdout } = await runProgram(['keys', 'create', created.accountId, '--test', '--json'], env);
    const { apiKey: testKey } = JSON.parse(stdout) as { apiKey: string };
    const keys = [created.apiKey, testKey];
    const signatures = [...(await wholeSession(created.apiKey)), ...(await wholeSession(testKey))];
    const { code, log } = await server.stop();
    expect(code).toBe(0);
    const lines = log
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as Record<string, unknown>);

    const requests = lines
      .filter(({ route }) => route !== undefined && route !== 'unreadable')
      .filter(({ ms }) => ms !== undefined);
    for (const { requestId, status, ms, time } of requests) {
      expect(requestId).toMatch(/^[0-9a-f-]{36}$/);
      expect(status).toBeGreaterThanOrEqual(200);
      expect(ms).toBeGreaterThanOrEqual(0);
      expect(time).toMatch(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/);
    }
    const statuses = requests.map(({ route, status }) => `${String(route)} ${String(status)}`);
    for (const seen of [
      ...['skipTraceSingle 200', 'skipTraceSingle 400', 'skipTraceSingle 401'],
      ...['skipTraceSingle 500', 'skipTraceBulk 200', 'sendContactMessage 200'],
      ...['confirmSkipTraceJob 200', 'page 404', 'page 403'],
    ]) {
      expect(statuses.filter((one) => one === seen).length, seen).toBeGreaterThanOrEqual(keys.length);
    }
    expect(lines.map(({ msg }) => msg)).toContain('task postponed');

    const said = log.toLowerCase();
    const secrets = [
      ...['zelda', 'quibble', 'gazebo', 'acme', 'jordan', 'avery', 'priya', 'holloway'],
      ...[
        ...['sandbox match', 'absentee', 'nowhere', 'failure way', 'austin', 'dayton', '78701'],
        ...['45402', 'harbor'],
      ],
      ...['5125550100', '5125550101', '9375550110', '555-0177', '5550177', '@example.com', 's3cret-login'],
      ...['.csv', ...keys, ...keys.map((key) => key.slice(-20)), WRONG_KEY, 'wrongkey', ...signatures],
    ];
    expect(secrets.filter((secret) => said.includes(secret.toLowerCase()))).toEqual([]);
  });
});

import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { ConfigError, readConfig, type ConfigFlags, type Environment } from './config.js';

const message = (env: Environment): string => {
  try {
    readConfig(env);
  } catch (error) {
    if (error instanceof ConfigError) return error.message;
    throw error;
  }
  return 'taken';
};

describe('the configuration', () => {
  it('has defaults for everything, also where a variable is empty', () => {
    const names =
      'PORT HOST DATA_DIR UPLOAD_METHOD PUBLIC_URL TRUST_PROXY RETENTION_DAYS SMTP_URL METRICS_PORT LOG_LEVEL ' +
      'DISK_RESERVE_BYTES DISCARDED_DAYS OPEN_JOBS_PER_ACCOUNT UNCHARGED_JOBS_PER_DAY UNPAID_BYTES_PER_ACCOUNT UPLOADS_AT_ONCE_PER_ACCOUNT';
    const empty = Object.fromEntries(names.split(' ').map((name) => [name, ' ']));
    expect(readConfig(empty)).toEqual(readConfig({}));
    expect(readConfig({})).toEqual({
      host: '127.0.0.1',
      port: 3_000,
      dataDir: path.resolve('data'),
      database: { engine: 'sqlite' },
      signingSecret: null,
      storage: null,
      role: 'all',
      sandbox: false,
      uploadMethod: 'direct',
      publicUrl: null,
      operatorName: null,
      operatorColor: null,
      operatorLogo: null,
      supportEmail: null,
      termsUrl: null,
      topUpUrl: null,
      webhooks: 'off',
      webhookAllowPrivate: false,
      lowBalanceCents: 1_000,
      trustProxy: null,
      connectionsPerAddress: 1_000,
      retentionDays: 30,
      jobNamesDays: 30,
      discardedDays: 1,
      supportRetentionDays: 365,
      diskReserveBytes: null,
      openJobsPerAccount: 100,
      unchargedJobsPerDay: 5_000,
      unpaidBytesPerAccount: 5_242_880_000,
      uploadsAtOncePerAccount: 4,
      previewDays: 30,
      downloadTtlSeconds: 900,
      uploadTtlSeconds: 3_600,
      jobRequestsPerMinute: 3_000,
      freeRepeatDays: 0,
      savedLookupDays: 30,
      auditDays: 1826,
      optOut: 'off',
      requestDays: 45,
      requestRetentionDays: 730,
      requireTerms: 'off',
      jobsAtOnce: 2,
      jobsAtOncePerAccount: 1,
      jobsPriority: 'low',
      deprecation: null,
      mail: null,
      metrics: null,
      drop: {
        url: 'https://api.drop.privacy.ca.gov',
        apiKey: null,
        sandboxApiKey: null,
        periodDays: null,
      },
      drainSeconds: 0,
      logLevel: 'info',
    });
  });

  it('prefers flags over the environment', () => {
    const { port, host, dataDir } = readConfig(
      { PORT: '1', HOST: '0.0.0.0', DATA_DIR: '/a' },
      { port: 2, dataDir: '/b' },
    );
    expect([port, host, dataDir]).toEqual([2, '0.0.0.0', '/b']);
  });

  it.each([
    ['PORT', ['x', '-1', '65536', '3000.5', '0x10', '1e3', '³']],
    ['RETENTION_DAYS', ['0', '-3', '30d']],
    ['PREVIEW_DAYS', ['0', 'x']],
    ['DOWNLOAD_TTL_SECONDS', ['0', '604801', '15m']],
    ['JOB_REQUESTS_PER_MINUTE', ['0', 'many']],
    ['JOBS_AT_ONCE', ['0', '65']],
    ['JOBS_AT_ONCE_PER_ACCOUNT', ['0', '65']],
    ['JOBS_PRIORITY', ['high', '19']],
    ['UPLOAD_METHOD', ['Direct', 's3']],
    ['LOG_LEVEL', ['loud', 'INFO']],
    ['PUBLIC_URL', ['example.com', 'ftp://example.com', 'javascript:alert(1)', '//example.com']],
    ['TRUST_PROXY', ['yes', 'true', '10.0.0.0/33', '10.0.0', 'loopback, nonsense', '::1/129', '1.2.3.4/8/8']],
    ['METRICS_PORT', ['x', '65536']],
    ['SMTP_URL', ['mail.example.com', 'http://mail.example.com', 'smtp://']],
    [
      'DEPRECATION',
      [
        'v1',
        'v1;announced=2027-01-31;sunset=2027-07-30;link=https://example.com/',
        'v1;announced=2027-01-31;sunset=soon;link=https://example.com/',
        'v1;announced=2027-01-31;sunset=2027-09-01',
        'v1;announced=2027-01-31;sunset=2027-09-01;link=notice',
        'v1;announced=2027-01-31;sunset=2027-09-01;link=https://example.com/>;rel="x',
        'one;announced=2027-01-31;sunset=2027-09-01;link=https://example.com/',
      ],
    ],
  ])('refuses a %s it cannot use, by name', (name, values) => {
    for (const value of values)
      expect([value, message({ [name]: value })]).toEqual([value, expect.stringContaining(name)]);
  });

  it('runs on the PostgreSQL of DATABASE_URL, where owners may have a server of their own, and replicas', () => {
    const url = 'postgres://robin:secret@db.example.com/skiptrace?sslmode=verify-full';
    expect(readConfig({ DATABASE_URL: url }).database).toEqual({
      engine: 'postgres',
      url,
      urlName: 'DATABASE_URL',
      poolSize: 10,
      ownersUrl: url,
      ownersReadUrls: [],
    });
    const owners = {
      OWNERS_DATABASE_URL: 'postgresql://o@h1/o',
      OWNERS_READ_URLS: 'postgres://h2/o, postgres://h3/o',
    };
    expect(readConfig({ DATABASE_URL: url, ...owners }).database).toEqual({
      engine: 'postgres',
      url,
      urlName: 'DATABASE_URL',
      poolSize: 10,
      ownersUrl: 'postgresql://o@h1/o',
      ownersReadUrls: ['postgres://h2/o', 'postgres://h3/o'],
    });
    expect(message(owners)).toContain('DATABASE_URL is not');
  });

  it.each([
    ['mysql://robin:secret@db/skiptrace', 'a database of the kind "mysql"'],
    ['robin:secret@db/skiptrace', 'DATABASE_URL'],
    ['postgres://robin:secret@db', 'must look like'],
    // pg_dump and psql get the same URL, and refuse one with an unknown parameter.
    ['postgres://robin:secret@db/skiptrace?pool=25', 'set DATABASE_POOL=25 instead'],
    ['postgres://robin:secret@db/skiptrace?sslmode=require&pool=secret', 'set DATABASE_POOL=20 instead'],
    ['secret', 'must look like'],
  ])('says what is wrong with DATABASE_URL=%s, but not its password', (url, sentence) => {
    expect(message({ DATABASE_URL: url })).toContain(sentence);
    expect(message({ DATABASE_URL: url })).not.toContain('secret');
  });

  it('opens as many connections as DATABASE_POOL says', () => {
    const url = 'postgres://db/skiptrace';
    expect(readConfig({ DATABASE_URL: url, DATABASE_POOL: '25' }).database).toMatchObject({ poolSize: 25 });
    expect(message({ DATABASE_URL: url, DATABASE_POOL: '1' })).toContain('DATABASE_POOL');
  });

  it('names the option if a database or a bucket was given by one', () => {
    const wrong = (flags: ConfigFlags) => () => readConfig({ DATABASE_URL: 'postgres://db/a' }, flags);
    expect(wrong({ to: 'mysql://db/b' })).toThrow(/^--to names a database of the kind "mysql"/);
    expect(wrong({ to: 'postgres://db/b?pool=3' })).toThrow(/^--to has the parameter "pool"/);
    expect(wrong({ files: 'https://bucket' })).toThrow(/^--files must look like/);
    const { database, storage } = wrong({ to: 'postgres://db/b', files: 's3://leads' })();
    expect([database, storage]).toEqual([
      expect.objectContaining({ url: 'postgres://db/b', urlName: '--to' }),
      expect.objectContaining({ bucket: 'leads' }),
    ]);
  });

  it('keeps files in the bucket of STORAGE_URL, at an endpoint of its own or of AWS_ENDPOINT_URL', () => {
    expect(readConfig({ STORAGE_URL: 's3://leads/a/b/' }).storage).toEqual({
      bucket: 'leads',
      prefix: 'a/b',
      endpoint: null,
      region: 'us-east-1',
      pathStyle: false,
    });
    const elsewhere = { endpoint: 'https://s3.example.com', region: 'eu-1', pathStyle: true };
    const inUrl = 's3://leads?endpoint=https://s3.example.com/&region=eu-1';
    expect(readConfig({ STORAGE_URL: inUrl }).storage).toMatchObject(elsewhere);
    const inVariables = { AWS_ENDPOINT_URL_S3: 'https://s3.example.com', AWS_REGION: 'eu-1' };
    expect(readConfig({ STORAGE_URL: 's3://leads', ...inVariables }).storage).toMatchObject(elsewhere);
  });

  it.each([
    'https://bucket.s3.amazonaws.com',
    's3://',
    's3://key:secret@bucket',
    's3://bucket?endpont=https://s3.example.com',
    's3://bucket?endpoint=s3.example.com',
    's3://bucket/a b',
    's3://bucket?path-style=yes',
  ])('refuses STORAGE_URL=%s in a sentence', (url) => {
    expect(message({ STORAGE_URL: url })).toContain('STORAGE_URL');
    expect(message({ STORAGE_URL: url })).not.toContain('secret@');
  });

  it('accepts only a SIGNING_SECRET that is hard to guess', () => {
    const secret = 's'.repeat(32);
    expect(readConfig({ SIGNING_SECRET: secret }).signingSecret).toBe(secret);
    expect(message({ SIGNING_SECRET: 'short-one' })).toContain('at least 32');
    expect(message({ SIGNING_SECRET: 'short-one' })).not.toContain('short-one');
  });

  it.each(['SUPPORT_EMAIL', 'MAIL_FROM'])('refuses a %s that is not one address', (name) => {
    for (const value of [
      'nobody',
      'a@example.com,b@example.com',
      'A <a@example.com>',
      'a@example.com\nBcc: b@example.com',
    ]) {
      expect(message({ SMTP_URL: 'smtp://mail.example.com', [name]: value })).toContain(name);
    }
  });

  it('refuses an OPERATOR_NAME that is not one line of 100 characters', () => {
    for (const value of ['Acme\nData', 'x'.repeat(101), 'Acme \u202eataD'])
      expect(message({ OPERATOR_NAME: value })).toContain('OPERATOR_NAME must be one line');
    const named = readConfig({ OPERATOR_NAME: ' Acme Data ', SMTP_URL: 'smtp://mail.example.com' });
    expect([named.operatorName, named.mail?.operatorName]).toEqual(['Acme Data', 'Acme Data']);
  });

  it('takes an OPERATOR_COLOR that white text can be read on, and an OPERATOR_LOGO beside the data', () => {
    expect(readConfig({ OPERATOR_COLOR: '#0B5D3B' }).operatorColor).toBe('#0b5d3b');
    for (const value of ['green', '#abc', '#5333c0ff'])
      expect(message({ OPERATOR_COLOR: value })).toContain('must be a color such as #5333c0');
    expect(message({ OPERATOR_COLOR: '#ffcc00' })).toContain('#ffcc00 has a contrast of 1.5');
    expect(readConfig({ OPERATOR_LOGO: 'logo.svg', DATA_DIR: '/srv/data' }).operatorLogo).toBe(
      path.resolve('/srv/data/logo.svg'),
    );
  });

  it('never shows the password of SMTP_URL', () => {
    expect(message({ SMTP_URL: 'smpt://robin:secret@mail.example.com' })).not.toContain('secret');
    const percent = message({ SMTP_URL: 'smtp://50%off:secret@mail.example.com' });
    expect(percent).toContain('SMTP_URL has a "%"');
    expect(percent).not.toMatch(/secret|off/);
  });

  it.each([
    ['2', 2],
    ['0', 0],
    ['10.1.2.3', '10.1.2.3'],
    ['loopback,10.0.0.0/8 , ::1', 'loopback, 10.0.0.0/8, ::1'],
  ])('trusts the proxies of TRUST_PROXY=%s', (text, trusted) => {
    expect(readConfig({ TRUST_PROXY: text }).trustProxy).toBe(trusted);
    expect(readConfig({ TRUST_PROXY: text }).connectionsPerAddress).toBe(trusted === null ? 1_000 : 0);
  });

  it('mails to the login of SMTP_URL, or to support at its host, unless a recipient is set', () => {
    const mail = (env: Environment) => {
      const read = readConfig(env).mail;
      return [read?.to, read?.from];
    };
    const login = 'smtps://desk%40example.com:secret@mail.example.com';
    expect(mail({ SMTP_URL: login })).toEqual(['desk@example.com', 'desk@example.com']);
    const host = 'smtp://mail.example.com:2525';
    expect(mail({ SMTP_URL: host })).toEqual(['support@mail.example.com', 'support@mail.example.com']);
    for (const address of ['127.0.0.1', '[::1]']) {
      expect(mail({ SMTP_URL: `smtp://${address}` })).toEqual(['support@localhost', 'support@localhost']);
    }
    const told = { SMTP_URL: login, SUPPORT_EMAIL: 'help@example.com', MAIL_FROM: 'server@example.com' };
    expect(mail(told)).toEqual(['help@example.com', 'server@example.com']);
  });

  it('accepts a sunset at least six months after the announcement', () => {
    const text = 'v1;announced=2027-01-31;sunset=2027-07-31;link=https://example.com/';
    expect(readConfig({ DEPRECATION: text }).deprecation?.sunsetAtMs).toBe(Date.UTC(2027, 6, 31));
  });

  it.each([
    ['1', 1],
    ['2', 1],
    ['5', 4],
  ])('lets no account have all %s places for jobs, unless there is one', (JOBS_AT_ONCE, ofOne) => {
    expect(readConfig({ JOBS_AT_ONCE }).jobsAtOncePerAccount).toBe(ofOne);
    expect(readConfig({ JOBS_AT_ONCE, JOBS_AT_ONCE_PER_ACCOUNT: '7' }).jobsAtOncePerAccount).toBe(7);
  });

  it('take a page for payments that customers can open safely, with the placeholders it knows', () => {
    const read = (url: string) => readConfig({ TOPUP_URL: url }).topUpUrl;
    for (const url of [
      'https://pay.example.com/{accountId}?mail={email}#{email}',
      'http://localhost:8080/pay',
      'http://127.0.0.1/{accountId}',
    ])
      expect(read(url)).toBe(url);
    for (const url of [
      'http://pay.example.com/{accountId}',
      'javascript:alert(1)',
      'https://{accountId}.example.com/',
      'https://pay.example.com:{accountId}/',
      'https://pay.example.com/{balance}',
      'pay.example.com/{accountId}',
      'https://operator:secret@pay.example.com/',
      'https://{accountId}@pay.example.com/',
      'https://pay.example.com/\r\nSet-Cookie: a=b',
      'https://pay.example.com/a b',
    ])
      expect(() => read(url), url).toThrow(/^TOPUP_URL /);
  });
});

// The promises of the types: `tsc` checks the types of this file, vitest runs it.
import { describe, expect, expectTypeOf, it } from 'vitest';
import { apiKey, setup } from './testing/harness.js';
import { reply } from './testing/index.js';
import {
  type Answer,
  type BulkItem,
  type BulkResult,
  type ConfirmSkipTraceJobResponse,
  type Contact,
  type ErrorCode,
  type JobActionResponse,
  type JobHandle,
  type JobStatus,
  type LookupResult,
  type Phone,
  type RunOptions,
  type SkipTraceJob,
  type UnknownOutcomeError,
  isSkipTraceError,
  SkipTrace,
} from './index.js';

const jobId = '018f6f2e-7b0a-7c3e-9a51-2d4c8b6f1e90';

describe('the types', () => {
  it('take a lead with unknown fields that are undefined, also with exactOptionalPropertyTypes', async () => {
    const { client } = await setup();
    const lead: { address: string; city?: string | undefined; zip: string | undefined; id: number } = {
      address: '100 Sandbox Match St',
      city: undefined,
      zip: undefined,
      id: 7,
    };
    const { items } = await client.bulk([lead]);
    expectTypeOf(items[0]?.input.id).toEqualTypeOf<number | undefined>();
    expect(items[0]?.input.id).toBe(7);
  });

  it('distinguish a match from a miss by found', async () => {
    const { client } = await setup();
    const result = await client.lookup('100 Sandbox Match St');
    expectTypeOf<ReturnType<SkipTrace['lookup']>>().toEqualTypeOf<Answer<LookupResult>>();
    if (result.found) {
      expectTypeOf(result.contact).toEqualTypeOf<Contact>();
      expectTypeOf(result.phones).toEqualTypeOf<Phone[]>();
      expectTypeOf(result.chargedCents).toEqualTypeOf<number>();
    } else {
      expectTypeOf(result.contact).toEqualTypeOf<null>();
      expectTypeOf(result.chargedCents).toEqualTypeOf<0>();
    }
    expect(result.found).toBe(true);
  });

  it('carry the caller’s own fields through a bulk lookup', async () => {
    const { client } = await setup();
    const run = client.bulk([{ address: '100 Sandbox Match St', leadId: 7 }]);
    expectTypeOf(run).resolves.toEqualTypeOf<BulkResult<{ address: string; leadId: number }>>();
    const [item] = (await run).items;
    expectTypeOf(item?.input.leadId).toEqualTypeOf<number | undefined>();
    expect(item?.input.leadId).toBe(7);
    // @ts-expect-error a field of an address by another name is not one
    void (() => client.bulk([{ address: '1 Elm', zipcode: '78701' }]));
    // @ts-expect-error here, too, it is not one
    void (() => client.lookup({ address: '1 Elm', zipcode: '78701' }));
    // @ts-expect-error an address is required
    void (() => client.bulk([{ leadId: 7 }]));
  });

  it('say what each outcome of a bulk item has', () => {
    type Of<Outcome> = Extract<BulkItem<string>, { outcome: Outcome }>;
    expectTypeOf<Of<'miss'>['chargedCents']>().toEqualTypeOf<0>();
    expectTypeOf<Of<'unknown'>['chargedCents']>().toEqualTypeOf<undefined>();
    expectTypeOf<Of<'match'>['result']['phones']>().toEqualTypeOf<Phone[]>();
    expectTypeOf<Of<'rejected'>['problems']>().toEqualTypeOf<string[]>();
    expectTypeOf<BulkItem<string>['outcome']>().toEqualTypeOf<
      'match' | 'miss' | 'rejected' | 'unknown' | 'failed' | 'not-sent'
    >();
  });

  it('narrow an error by its code', () => {
    const error: unknown = undefined;
    if (isSkipTraceError(error, 'unknown_outcome')) expectTypeOf(error).toEqualTypeOf<UnknownOutcomeError>();
    if (isSkipTraceError(error, 'insufficient_balance')) {
      expectTypeOf(error.balanceRequiredCents).toEqualTypeOf<number | undefined>();
    }
    if (isSkipTraceError(error)) expectTypeOf<typeof error.code>().toEqualTypeOf<ErrorCode>();
    expect(isSkipTraceError(error)).toBe(false);
  });

  it('have no default for the result of onPreview', () => {
    expectTypeOf<ReturnType<RunOptions['onPreview']>>().toEqualTypeOf<
      'confirm' | 'cancel' | Promise<string>
    >();
    // The most natural way to write it.
    const onPreview = async (preview: SkipTraceJob) => {
      await Promise.resolve(preview.totalChargeCents);
      return 'confirm';
    };
    expectTypeOf(onPreview).toExtend<RunOptions['onPreview']>();
    expectTypeOf<JobHandle>().not.toHaveProperty('then');
    expectTypeOf<ReturnType<JobHandle['upload']>>().toEqualTypeOf<Answer<JobActionResponse>>();
    expectTypeOf<ReturnType<JobHandle['confirm']>>().toEqualTypeOf<Answer<ConfirmSkipTraceJobResponse>>();
    expectTypeOf<ReturnType<JobHandle['cancel']>>().toEqualTypeOf<Answer<JobActionResponse>>();
    const client = new SkipTrace({ apiKey });
    // @ts-expect-error nothing is confirmed by leaving onPreview out
    const run = () => client.jobs.run('leads.csv', { columnMapping: {} });
    expect(run).toBeTypeOf('function');
  });

  it('refuse paths and bodies that are not in the contract', () => {
    const { raw } = new SkipTrace({ apiKey });
    // @ts-expect-error there is no such path
    void (() => raw.GET('/api/user/nothing'));
    // @ts-expect-error a lookup is a POST
    void (() => raw.GET('/api/v1/skip-trace'));
    // @ts-expect-error an address is required
    void (() => raw.POST('/api/v1/skip-trace', { body: { city: 'Austin' } }));
    expect(raw).toBeTypeOf('object');
  });
});

describe('additions of a newer server', () => {
  it('has a place in the types: lists of values are open', () => {
    expectTypeOf<'quarantined'>().toExtend<JobStatus>();
    expectTypeOf<'voip'>().toExtend<Phone['type']>();
    expectTypeOf<SkipTraceJob['status']>().toEqualTypeOf<JobStatus>();
    const describe = (status: JobStatus) => (status === 'completed' ? 'done' : 'not yet');
    expect(describe('quarantined')).toBe('not yet');
  });

  it('are returned at run time: fields, kinds of phones, statuses', async () => {
    const { client, server } = await setup();
    const found = {
      success: true,
      found: true,
      contact: { fullName: 'Jordan Avery', suffix: 'Jr' },
      phones: [{ number: '5125550100', type: 'voip', dnc: false, carrier: 'example' }],
      emails: [],
      confidence: 0.9,
    };
    server.script('skipTraceSingle', reply(200, { ...found, charged: 4 }));
    expect(await client.lookup('100 Sandbox Match St')).toEqual({ ...found, chargedCents: 4 });
    const job = { id: jobId, status: 'quarantined', filename: 'leads.csv', reviewer: 'nobody' };
    server.script('getSkipTraceJob', reply(200, job));
    expect(await client.jobs.get(jobId)).toEqual(job);
  });
});

import { QueryClient } from '@tanstack/react-query';
import { afterEach, expect, it, vi } from 'vitest';
import type { UploadRecord } from '../../lead-file/records.js';
import { NOTHING_DECIDED, type Look } from '../../lead-file/report.js';
import { pageOfServer } from '../../testing/page.js';
import { isAgreed, isCertain } from './column-uses.js';

const LOOK = {
  shape: 'table',
  errors: [],
  warnings: [],
  fields: [],
  columns: [
    { name: 'Hse', samples: ['12'] },
    { name: 'St', samples: [] },
  ],
};
const lookWith = (changed: object) => ({ ...LOOK, ...changed }) as unknown as Look;
const record = (changed: Partial<UploadRecord>) =>
  ({ id: 'list', decisions: NOTHING_DECIDED, ...changed }) as UploadRecord;
const DECIDED = { ...NOTHING_DECIDED, overrides: { houseNumber: 'Hse' } };

let page: Awaited<ReturnType<typeof pageOfServer>> | undefined;
afterEach(() => page?.close());

async function world(look: Look = lookWith({})) {
  const kept = new Map<string, unknown>();
  page = await pageOfServer((request, body) => {
    const url = request.url ?? '';
    if (request.method === 'PUT') kept.set(url, (JSON.parse(body) as { choices: unknown }).choices);
    return request.method === 'PUT'
      ? { status: 204 }
      : { status: 200, json: { choices: kept.get(url) ?? null } };
  });
  vi.resetModules();
  const { remember, rememberedFor } = await import('./open-file.js');
  const { lookQuery } = await import('./queries.js');
  const queries = new QueryClient();
  queries.setQueryData(lookQuery('list', NOTHING_DECIDED).queryKey, look);
  return { kept, rememberedFor, remember: (of: Partial<UploadRecord>) => remember(queries, record(of)) };
}

it('decisions apply again to a list with the same columns, whatever its rows, and to no other', async () => {
  const { remember, rememberedFor, kept } = await world();
  await remember({ decisions: DECIDED });
  const otherRows = lookWith({ columns: LOOK.columns.map(({ name }) => ({ name, samples: ['Jane Doe'] })) });
  expect(await rememberedFor(otherRows)).toEqual(DECIDED);
  expect(
    await rememberedFor(lookWith({ columns: [...LOOK.columns, { name: 'Zip', samples: [] }] })),
  ).toBeNull();
  expect([...kept]).toEqual([
    [
      expect.stringMatching(/^\/app\/api\/column-choices\/[0-9a-f]{64}$/),
      { ...DECIDED, noHeader: undefined, state: undefined },
    ],
  ]);
});

it('the state of all rows of a list is not kept for the next list, nor an agreement to it alone', async () => {
  const { remember, rememberedFor, kept } = await world();
  await remember({ decisions: { ...NOTHING_DECIDED, state: 'OH' } });
  expect(kept.size).toBe(0);
  await remember({ decisions: { ...DECIDED, state: 'OH' } });
  expect(await rememberedFor(lookWith({}))).toEqual(DECIDED);
});

it('undone decisions are deleted, and a list without decisions sends none', async () => {
  const { remember, rememberedFor, kept } = await world();
  await remember({});
  expect(kept.size).toBe(0);
  await remember({ decisions: DECIDED });
  await remember({ isRemembered: true });
  expect(await rememberedFor(lookWith({}))).toBeNull();
});

it('columns that the person agreed to in doubt are agreed to with the next list', async () => {
  const doubtful = lookWith({ fields: [{ field: 'address', from: 'column', sure: 'assumed' }] });
  const { remember, rememberedFor } = await world(doubtful);
  expect(await rememberedFor(doubtful)).toBeNull();
  await remember({});
  const decisions = (await rememberedFor(doubtful)) ?? undefined;
  const next = record({
    ...(decisions !== undefined && { decisions }),
    isRemembered: decisions !== undefined,
  });
  expect([isCertain(doubtful, next.decisions), isAgreed(doubtful, next)]).toEqual([false, true]);
  expect(isAgreed(lookWith({ errors: [{ code: 'no_location' }] }), next)).toBe(false);
  expect(isAgreed(doubtful, record({}))).toBe(false);
});

it.each([{ shape: 'no-header' }, { shape: 'list' }])(
  'tells nothing of a list without headers: %j',
  async (shape) => {
    const { remember, rememberedFor, kept } = await world(lookWith(shape));
    await remember({ decisions: DECIDED });
    expect(await rememberedFor(lookWith(shape))).toBeNull();
    expect(kept.size).toBe(0);
  },
);

it('sends nothing if the person says that row 1 is data', async () => {
  const { remember, kept } = await world();
  await remember({ decisions: { ...DECIDED, noHeader: true } });
  expect(kept.size).toBe(0);
});

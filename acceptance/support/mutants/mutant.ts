import type { Mutation, ProxyAnswer, ProxyRequest } from '../mutating-proxy.js';

/** A server broken in one way, and the checks that have to notice. */
export interface Mutant {
  /** What it does wrong. */
  name: string;
  mutate: () => Mutation;
  caughtBy: readonly string[];
  /** Needs a server of the other upload method. */
  presigned?: boolean;
}

export type Json = Record<string, unknown>;

export const SINGLE = '/api/v1/skip-trace';
export const BULK = '/api/v1/skip-trace-bulk';
export const JOBS = '/api/user/skip-trace';
export const ANY_ID = '018f6f2e-7b0a-7c3e-9a51-2d4c8b6f1e90';

export const pathOf = ({ path }: ProxyRequest): string => path.split('?')[0] ?? path;

export const jsonOf = ({ body }: { body: Buffer }): Json | null => {
  try {
    return JSON.parse(body.toString()) as Json;
  } catch {
    return null;
  }
};

export const answer = (status: number, body: unknown, headers: Record<string, string> = {}): ProxyAnswer => ({
  status,
  headers: { 'content-type': 'application/json', ...headers },
  body: Buffer.from(JSON.stringify(body)),
});

type Where = (request: ProxyRequest, answer: ProxyAnswer) => boolean;

/** Lets everything through and changes the answers it is for. */
export const changing =
  (where: Where, change: (answer: ProxyAnswer, request: ProxyRequest) => ProxyAnswer): (() => Mutation) =>
  () =>
  async (request, forward) => {
    const original = await forward(request);
    return where(request, original) ? change(original, request) : original;
  };

/** Changes fields of JSON answers. */
export const editing = (where: Where, edit: (body: Json, request: ProxyRequest) => void): (() => Mutation) =>
  changing(where, (original, request) => {
    const body = jsonOf(original);
    if (body === null) return original;
    edit(body, request);
    return { ...original, body: Buffer.from(JSON.stringify(body)) };
  });

export const withoutHeaders = (...names: readonly string[]): (() => Mutation) =>
  changing(
    () => true,
    (original) => ({
      ...original,
      headers: Object.fromEntries(Object.entries(original.headers).filter(([name]) => !names.includes(name))),
    }),
  );

export const isSingle: Where = (request) => pathOf(request) === SINGLE;
export const isBulk: Where = (request) => pathOf(request) === BULK;
export const isDownload: Where = (request) => pathOf(request).startsWith('/files/downloads/');
export const isJobDetail: Where = (request, { status }) =>
  request.method === 'GET' && pathOf(request).startsWith(`${JOBS}/`) && status === 200;
export const isJobList: Where = (request, { status }) =>
  request.method === 'GET' && pathOf(request) === JOBS && status === 200;
export const isAction =
  (...actions: readonly string[]): Where =>
  (request, { status }) =>
    status === 200 && actions.some((action) => pathOf(request).endsWith(`/${action}`));

export const withStatus =
  (where: Where, ...statuses: readonly number[]): Where =>
  (request, original) =>
    statuses.includes(original.status) && where(request, original);

export const everything: Where = () => true;

/** What a server answers that takes whatever it gets. */
export function success(request: ProxyRequest): ProxyAnswer {
  const path = pathOf(request);
  const miss = { found: false, contact: null };
  if (path === SINGLE) return answer(200, { success: true, ...miss });
  if (path === BULK) {
    const results = [{ ...miss, charged: 0, phones: [], emails: [] }];
    return answer(200, { success: true, total: 1, matched: 0, totalCharged: 0, results });
  }
  if (path === JOBS && request.method === 'POST')
    return answer(201, { jobId: ANY_ID, uploadUrl: 'http://127.0.0.1:1/x', uploadMethod: 'direct' });
  if (path === JOBS) return answer(200, { jobs: [] });
  if (path === '/api/contact') return answer(200, { success: true });
  if (path.endsWith('/confirm'))
    return answer(200, { status: 'confirmed', jobId: ANY_ID, totalChargeCents: 0 });
  if (request.method === 'POST') return answer(200, { status: 'uploaded', jobId: ANY_ID });
  const createdAt = '2026-11-21T09:30:00.000Z';
  return answer(200, { id: ANY_ID, status: 'pending', filename: 'a.csv', createdAt, updatedAt: createdAt });
}

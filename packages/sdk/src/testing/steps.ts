import type { ServerResponse } from 'node:http';

/** How the scenario server treats one request, after it has read the request's body. */
export type Step = (response: ServerResponse) => void;

/** Any answer. Objects are sent as JSON. */
export function reply(status: number, body: object | string, headers: Record<string, string> = {}): Step {
  return (response) => {
    const json = typeof body === 'object';
    response.writeHead(status, { 'content-type': json ? 'application/json' : 'text/html', ...headers });
    response.end(json ? JSON.stringify(body) : body);
  };
}

export const badRequest = (error: string): Step => reply(400, { error });
export const unauthorized = (): Step => reply(401, { error: 'The API key is missing or not valid' });
export const insufficientBalance = (balanceRequired: number): Step =>
  reply(402, { error: 'The balance does not cover this request', balanceRequired });
export const notFound = (): Step => reply(404, { error: 'There is no such job' });
export const conflict = (status: string): Step =>
  reply(409, { error: `The job is ${status}, which does not allow this` });
export const rateLimited = (retryAfter?: string): Step =>
  reply(429, { error: 'Too many requests' }, retryAfter === undefined ? {} : { 'retry-after': retryAfter });
export const dailyMissLimit = (limit = 250): Step =>
  reply(
    429,
    { error: 'The daily limit of unmatched addresses is reached', dailyMissLimit: limit },
    { 'retry-after': '3600' },
  );
export const serverError = (): Step => reply(500, { error: 'Unexpected server error' });

/** What a gateway says when the service behind it does not. */
export const htmlPage = (status: number): Step =>
  reply(status, `<html><head><title>${status}</title></head><body><h1>${status}</h1>nginx</body></html>`);

/** Reads the request, then drops the connection: whether it was carried out stays unknown. */
export const reset = (): Step => (response) => response.socket?.resetAndDestroy();

/** Never answers. */
export const stall = (): Step => () => {};

/** Sends headers and the beginning of the body, then nothing more. */
export const stallInBody = (): Step => (response) => {
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': '1000' });
  response.write('{"success":');
};

/** Sends headers and the beginning of the body, then drops the connection. */
export const resetInBody = (): Step => (response) => {
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': '1000' });
  response.write('{"success":', () => setTimeout(() => response.socket?.resetAndDestroy(), 20));
};

/** Takes its time before another step. */
export const slow =
  (ms: number, step: Step): Step =>
  (response) => {
    const timer = setTimeout(() => step(response), ms);
    response.on('close', () => clearTimeout(timer));
  };

/** Answers as another step does, with the headers of a version that will be retired. */
export const deprecated =
  (
    step: Step,
    { at = '@1767225600', sunset = 'Wed, 01 Jul 2026 00:00:00 GMT', link = 'https://example.com/v2' } = {},
  ): Step =>
  (response) => {
    response.setHeader('Deprecation', at);
    response.setHeader('Sunset', sunset);
    response.setHeader('Link', `<${link}>; rel="deprecation"`);
    step(response);
  };

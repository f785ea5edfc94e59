import type { NextFunction, Request, Response } from 'express';
import helmet from 'helmet';
import { operationsAt } from '../contract/operations.js';
import type { ApiRequest } from '../request-context.js';
import { methodNotAllowedPage, notFoundPage, sendPage } from './pages.js';
import { WEB_PATHS } from './static.js';

/** Pages outside the contract: path, and allowed methods besides HEAD and OPTIONS. */
const OWN_PATHS: readonly { pattern: RegExp; methods: readonly string[] }[] = [
  { pattern: /^\/$/, methods: ['GET'] },
  { pattern: /^\/docs(\/.*)?$/, methods: ['GET'] },
  { pattern: /^\/openapi\.yaml$/, methods: ['GET'] },
  { pattern: WEB_PATHS, methods: ['GET'] },
  { pattern: /^\/(healthz|readyz)$/, methods: ['GET'] },
  { pattern: /^\/files\/uploads\/[^/]+$/, methods: ['PUT'] },
  { pattern: /^\/files\/downloads\/[^/]+$/, methods: ['GET'] },
];

const protectPage = helmet({
  // No upgrade-insecure-requests: whether there is https is up to the operator's proxy.
  contentSecurityPolicy: { directives: { 'upgrade-insecure-requests': null } },
  // Without includeSubDomains: the operator's other subdomains may not have https.
  strictTransportSecurity: { includeSubDomains: false },
});

/**
 * The first check of every request, before the API key: 404 for an unknown path, 405 for an unsupported method (reading
 * 11). Every request that passes is an operation of openapi.yaml or app.yaml, or one of the server's own pages.
 */
export function gate(request: Request, response: Response, next: NextFunction): void {
  const { path } = request;
  const method = request.method === 'HEAD' ? 'GET' : request.method;
  const operations = isDecodable(path) ? operationsAt(path) : [];
  const operation = operations.find((candidate) => candidate.method === method);
  if (operation !== undefined) {
    (request as ApiRequest).context.operation = operation;
    // The security headers that apply to JSON answers.
    response.setHeader('X-Content-Type-Options', 'nosniff');
    response.setHeader('Strict-Transport-Security', 'max-age=31536000');
    // Answers hold people's data or links that work without a key, so no cache may keep them.
    response.setHeader('Cache-Control', 'no-store');
    next();
    return;
  }
  protectPage(request, response, () => {
    response.setHeader('Permissions-Policy', 'camera=(), geolocation=(), microphone=(), payment=(), usb=()');
    const own = isDecodable(path) ? OWN_PATHS.find(({ pattern }) => pattern.test(path)) : undefined;
    const methods = own?.methods ?? operations.map((candidate) => candidate.method);
    if (methods.length === 0) sendPage(response, notFoundPage());
    else if (methods.includes(method)) next();
    else sendPage(response, methodNotAllowedPage(methods.includes('GET') ? [...methods, 'HEAD'] : methods));
  });
}

function isDecodable(path: string): boolean {
  try {
    decodeURIComponent(path);
    return true;
  } catch {
    return false;
  }
}

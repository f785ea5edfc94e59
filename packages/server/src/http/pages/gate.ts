import type { NextFunction, Request, Response } from 'express';
import helmet from 'helmet';
import type { ApiRequest } from '../../accounts/index.js';
import { operationsAt } from '../contract/index.js';
import { methodNotAllowedPage, notFoundPage, sendPage } from './pages.js';

/** What the server shows beside the contract: path, and methods other than HEAD and OPTIONS. */
const OWN_PATHS: readonly { pattern: RegExp; methods: readonly string[] }[] = [
  { pattern: /^\/$/, methods: ['GET'] },
  { pattern: /^\/docs(\/.*)?$/, methods: ['GET'] },
  { pattern: /^\/openapi\.yaml$/, methods: ['GET'] },
  { pattern: /^\/(healthz|readyz)$/, methods: ['GET'] },
  { pattern: /^\/files\/uploads\/[^/]+$/, methods: ['PUT'] },
  { pattern: /^\/files\/downloads\/[^/]+$/, methods: ['GET'] },
];

const protectPage = helmet({
  // No upgrade to https: that is the proxy's to decide.
  contentSecurityPolicy: { directives: { 'upgrade-insecure-requests': null } },
  // The operator's other subdomains are not ours to bind.
  strictTransportSecurity: { includeSubDomains: false },
});

/**
 * The first check of every request: an unknown path is a 404 page, an unsupported method a 405 page, neither needs a
 * key (reading 11). What passes is known to be an operation of openapi.yaml or a page of ours.
 */
export function gate(request: Request, response: Response, next: NextFunction): void {
  const { path } = request;
  const method = request.method === 'HEAD' ? 'GET' : request.method;
  const operations = isDecodable(path) ? operationsAt(path) : [];
  const operation = operations.find((candidate) => candidate.method === method);
  if (operation !== undefined) {
    (request as ApiRequest).context.operationId = operation.id;
    // Of helmet's headers those that mean something beside JSON.
    response.setHeader('X-Content-Type-Options', 'nosniff');
    response.setHeader('Strict-Transport-Security', 'max-age=31536000');
    // People's data, or links that work without a key.
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

import type { RequestHandler } from 'express';
import type { Readiness } from './health.controller.js';
import { htmlPage } from './pages.js';

/** Answers `/`: a page for a person with a browser, JSON for a program that asks for it. */
export function home(
  service: Readiness & { baseUrl(): string; personRequests: { isTaking: boolean } },
): RequestHandler {
  return (request, response, next) => {
    if (request.path !== '/') {
      next();
      return;
    }
    service.faults().then((faults) => {
      const isReady = faults.length === 0;
      response.setHeader('Cache-Control', 'no-store');
      response.setHeader('Vary', 'Accept');
      if (request.accepts(['html', 'json']) === 'json') {
        response.json({ name: 'skiptrace', ready: isReady, docs: '/docs', openapi: '/openapi.yaml' });
      } else {
        response
          .type('html')
          .send(
            htmlPage('skiptrace server', BODY(isReady, service.baseUrl(), service.personRequests.isTaking)),
          );
      }
    }, next);
  };
}

const PEOPLE = `<h2>For people in our data</h2>
<ul>
<li><a href="/opt-out">Remove my information, or see it</a> · <a href="/opt-out?lang=es" lang="es" hreflang="es">En español</a></li>
</ul>
`;

const BODY = (isReady: boolean, baseUrl: string, hasOptOut: boolean): string => `
<h1>skiptrace</h1>
<p>A US property address in, its owner's name, phones, emails and mailing address out.</p>
<p><a class="button" href="/app">Sign in</a> <a class="button plain" href="/docs">API documentation</a></p>
<p>You sign in with an API key or a sign-in link. Ask whoever runs this server for one.</p>
${hasOptOut ? PEOPLE : ''}<h2>For programs</h2>
<ul>
<li>Command line: <code>npx skiptrace auth login --base-url ${inHtml(baseUrl)}</code>, then <code>npx skiptrace upload leads.csv</code></li>
<li>TypeScript: <code>npm install @skiptrace/sdk</code></li>
<li>The contract: <a href="/openapi.yaml">openapi.yaml</a></li>
</ul>
<h2>For the people who run this server</h2>
<ul>
<li class="${isReady ? 'good' : 'bad'}">${isReady ? 'This server is ready.' : 'This server is not ready. <a href="/readyz">What is wrong</a>'}</li>
<li><a href="/operator">Operator pages</a></li>
<li>A key for a customer: <code>skiptrace-server accounts create --name NAME</code></li>
</ul>`;

/** PUBLIC_URL is shown as the operator wrote it. */
const inHtml = (text: string): string =>
  text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);

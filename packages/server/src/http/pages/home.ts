import { operationPolicies } from '@skiptrace/contract';
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

/** Price of an account without one of its own. */
const PRICE_CENTS = operationPolicies.skipTraceSingle.priceCents;

const PEOPLE = `<section>
<h2>Are you in our data?</h2>
<p>You can ask to be left out, to see what we have, or to have it deleted. It’s free.</p>
<p><a class="button plain" href="/opt-out">Ask to be left out</a> <a class="button plain" href="/opt-out?lang=es" lang="es" hreflang="es">En español</a></p>
</section>
`;

const BODY = (isReady: boolean, baseUrl: string, hasOptOut: boolean): string => `
<p class="mark"><img src="/app/favicon.svg" alt="" width="28" height="28"> skiptrace</p>
<h1>Find who owns a property, and how to reach them</h1>
<p class="lead">Look up one US address, or a list of them. You get the owner’s name, phones, emails and mailing address.</p>
<p><a class="button" href="/app">Sign in</a> <a class="button plain" href="/docs">API documentation</a></p>
<p class="quiet">Sign in with an API key or a sign-in link. You have none? Ask the people who run this server.</p>
<ul class="facts">
<li><b>${PRICE_CENTS}¢</b> for a match, unless your account has another price</li>
<li><b>0¢</b> for a miss: no owner, no charge</li>
<li><b>You approve</b> the exact price of a list before anything is charged</li>
</ul>
${hasOptOut ? PEOPLE : ''}<section>
<h2>For programs</h2>
<ul>
<li>Command line: <code>npx skiptrace auth login --base-url ${inHtml(baseUrl)}</code>, then <code>npx skiptrace upload leads.csv</code></li>
<li>TypeScript: <code>npm install @skiptrace/sdk</code></li>
<li>The contract: <a href="/openapi.yaml">openapi.yaml</a></li>
</ul>
</section>
<section>
<h2>For the people who run this server</h2>
<ul>
<li class="${isReady ? 'good' : 'bad'}">${isReady ? 'This server is ready.' : 'This server is not ready. <a href="/readyz">See what is wrong</a>'}</li>
<li><a href="/operator">Operator pages</a></li>
<li>A key for a customer: <code>skiptrace-server accounts create --name NAME</code></li>
</ul>
</section>`;

/** PUBLIC_URL is shown as the operator wrote it. */
const inHtml = (text: string): string =>
  text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);

import type { RequestHandler } from 'express';
import type { Readiness } from './health.controller.js';
import { htmlPage } from './pages.js';

/** Answers `/`: a page for a person with a browser, JSON for a program that asks for it. */
export function home(readiness: Readiness): RequestHandler {
  return (request, response, next) => {
    if (request.path !== '/') {
      next();
      return;
    }
    readiness.faults().then((faults) => {
      const isReady = faults.length === 0;
      response.setHeader('Cache-Control', 'no-store');
      response.setHeader('Vary', 'Accept');
      if (request.accepts(['html', 'json']) === 'json') {
        response.json({ name: 'skiptrace', ready: isReady, docs: '/docs', openapi: '/openapi.yaml' });
      } else {
        response.type('html').send(htmlPage('skiptrace server', BODY(isReady)));
      }
    }, next);
  };
}

const BODY = (isReady: boolean): string => `
<h1>skiptrace</h1>
<p>A US property address in, its owner's name, phones, emails and mailing address out.</p>
<p class="${isReady ? 'good' : 'bad'}">${isReady ? 'This server is ready.' : 'This server is not ready. <a href="/readyz">What is wrong</a>'}</p>
<ul>
<li><a href="/app">Sign in</a> to look up addresses and upload lists</li>
<li><a href="/operator">Operator pages</a>, for the people who run this server</li>
<li><a href="/docs">API documentation</a>, and its source, <a href="/openapi.yaml">openapi.yaml</a></li>
<li>Command line: <code>npx skiptrace auth login</code>, then <code>npx skiptrace upload leads.csv</code></li>
<li>TypeScript: <code>npm install @skiptrace/sdk</code></li>
</ul>
<p>You need an API key. Ask whoever runs this server for one; if that is you:
<code>skiptrace-server accounts create --name NAME</code></p>`;

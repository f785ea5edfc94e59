import { operationPolicies } from '@skiptrace/contract';
import type { RequestHandler, Response } from 'express';
import type { Config } from '../../../platform/config.js';
import { RequestsOffError } from '../../../privacy/requests/index.js';
import { ERROR_CODE_HEADER, type PageError } from '../errors.js';
import type { Readiness } from './health.controller.js';

export interface HtmlPage {
  status: number;
  title: string;
  text: string;
  code: PageError;
  allow?: readonly string[];
}

export const notFoundPage = (): HtmlPage => ({
  status: 404,
  title: 'Not found',
  code: 'unknown_path',
  text: 'There is nothing at this address. The web app is at /app, and the API is described at /docs.',
});

/** The page /opt-out while OPT_OUT is off. It doesn't name the setting: `start` and `doctor` tell the operator. */
export const noRequestsPage = (): HtmlPage => ({ ...notFoundPage(), text: new RequestsOffError().message });

export const methodNotAllowedPage = (allow: readonly string[]): HtmlPage => ({
  status: 405,
  title: 'Method not allowed',
  code: 'method_not_allowed',
  text: `This address only accepts ${allow.join(', ')}. The API is described at /docs.`,
  allow,
});

const pageHtml = ({ status, title, text }: Omit<HtmlPage, 'code'>): string =>
  htmlPage(title, `<h1>${status} ${title}</h1><p>${withLinks(text)}</p>`);

const withLinks = (text: string): string => text.replace(/\/(app|docs)\b/g, '<a href="$&">$&</a>');

/** An HTML page in the server's layout; `body` is HTML. */
export const htmlPage = (title: string, body: string, color: string | null = null): string =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${title}</title>` +
  `<meta name="viewport" content="width=device-width, initial-scale=1">` +
  `<link rel="icon" href="/app/favicon.svg"><style>${color === null ? STYLE : STYLE.replace(COLOR, color)}</style></head>` +
  `<body><main>${body}</main></body></html>\n`;

/** Accent color of the web app, too (packages/web/src/theme.tsx). */
const COLOR = '#5333c0';

const STYLE =
  `:root{color-scheme:light dark;--brand:${COLOR};--link:light-dark(var(--brand),color-mix(in srgb,var(--brand),#fff 55%));` +
  '--line:light-dark(#dee2e6,#343944);--quiet:light-dark(#495057,#b9bec9)}' +
  'body{font:16px/1.55 system-ui,-apple-system,"Segoe UI",Roboto,"Helvetica Neue",Arial,sans-serif;margin:0;padding:clamp(1.5rem,6vw,4rem) 1rem;' +
  'background:light-dark(#fff,#0f1115);color:light-dark(#000,#e4e6eb)}' +
  'main{max-width:40rem;margin:auto}h1{font-size:clamp(1.5rem,5vw,2.125rem);font-weight:650;line-height:1.2;letter-spacing:-.01em;margin:0;text-wrap:balance}' +
  'h2{font-size:1rem;font-weight:650;margin:0 0 .5rem}section{margin-top:2rem;padding-top:1.5rem;border-top:1px solid var(--line)}' +
  'section p{margin:.5rem 0}ul{margin:0;padding-inline-start:1.25rem}li{margin:.25rem 0}a{color:var(--link)}' +
  'code{font:.875em ui-monospace,SFMono-Regular,Menlo,Consolas,monospace;overflow-wrap:anywhere}' +
  '.mark{display:flex;align-items:center;gap:.5rem;margin:0 0 2rem;font-size:1.125rem;font-weight:650}' +
  '.lead{font-size:1.125rem;margin:.75rem 0 1.5rem}.quiet{color:var(--quiet);font-size:.875rem}' +
  '.button{display:inline-block;margin:.25rem .25rem .25rem 0;padding:.5rem 1.125rem;border:1px solid var(--brand);border-radius:.5rem;' +
  'background:var(--brand);color:#fff;font-weight:600;text-decoration:none}' +
  '.button.plain{background:none;border-color:light-dark(#ced4da,#6a707c);color:inherit}' +
  '.facts{display:grid;grid-template-columns:repeat(auto-fit,minmax(11rem,1fr));gap:.75rem;margin-top:2rem;padding:0;list-style:none}' +
  '.facts li{margin:0;padding:.875rem 1rem;border:1px solid var(--line);border-radius:.5rem;background:light-dark(#fff,#16181d);font-size:.875rem;color:var(--quiet)}' +
  '.facts b{display:block;font-size:1.25rem;font-weight:650;color:light-dark(#000,#e4e6eb)}' +
  ':focus-visible{outline:2px solid var(--link);outline-offset:2px}' +
  '.good,.bad{list-style:none;margin-inline-start:-1.25rem}' +
  '.good::before{content:"\\2713\\a0";color:light-dark(#1a7f37,#69db7c)}.bad::before{content:"\\2717\\a0";color:light-dark(#cf222e,#ff8787)}';

/** Pages outside the contract are HTML (specification, Methods and paths outside this list). */
export function sendPage(response: Response, page: HtmlPage): void {
  const { status, code, allow } = page;
  response.set(ERROR_CODE_HEADER, code);
  if (allow !== undefined) response.set('Allow', allow.join(', '));
  response.status(status).type('html').send(pageHtml(page));
}

/** Answers `/`: a page for a person with a browser, JSON for a program that asks for it. */
export function home(
  service: Readiness & {
    baseUrl(): string;
    personRequests: { isTaking: boolean };
    config: Contact & Pick<Config, 'mail' | 'operatorColor'>;
  },
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
        response.type('html').send(
          htmlPage(
            service.config.operatorName === null ? 'skiptrace server' : inHtml(service.config.operatorName),
            BODY({
              isReady,
              baseUrl: service.baseUrl(),
              hasOptOut: service.personRequests.isTaking,
              ways:
                service.config.mail === null ? 'an API key or a sign-in link' : 'your email or an API key',
              contact: contactHtml(service.config),
              name: inHtml(service.config.operatorName ?? 'skiptrace'),
            }),
            service.config.operatorColor,
          ),
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

export type Contact = Pick<Config, 'operatorName' | 'supportEmail'>;

/** Name and address of the operator, as far as they are set. */
export function contactHtml({ operatorName, supportEmail }: Contact): string {
  const name = inHtml(operatorName ?? 'the people who run this server');
  if (supportEmail === null) return name;
  const email = inHtml(supportEmail);
  return `${name} at <a href="mailto:${email}">${email}</a>`;
}

interface Home {
  isReady: boolean;
  baseUrl: string;
  hasOptOut: boolean;
  /** Ways to sign in. */
  ways: string;
  /** See `contactHtml`. */
  contact: string;
  name: string;
}

const BODY = ({ isReady, baseUrl, hasOptOut, ways, contact, name }: Home): string => `
<p class="mark"><img src="/app/favicon.svg" alt="" width="28" height="28"> ${name}</p>
<h1>Find who owns a property, and how to reach them</h1>
<p class="lead">Look up one US address, or a list of them. You get the owner’s name, phones, emails and mailing address.</p>
<p><a class="button" href="/app">Sign in</a> <a class="button plain" href="/docs">API documentation</a></p>
<p class="quiet">Sign in with ${ways}. New here? Write to ${contact}.</p>
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

/** Escapes a text for the content and the quoted attributes of HTML, so that a setting with `<` or `"` is shown and not run. */
export const inHtml = (text: string): string =>
  text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);

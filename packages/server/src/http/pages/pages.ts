import type { Response } from 'express';
import { ERROR_CODE_HEADER, type PageError } from '../errors/table.js';

export interface Page {
  status: number;
  title: string;
  text: string;
  code: PageError;
  allow?: readonly string[];
}

export const notFoundPage = (): Page => ({
  status: 404,
  title: 'Not found',
  code: 'unknown_path',
  text: 'There is nothing at this address. The web app is at /app, and the API is described at /docs.',
});

export const methodNotAllowedPage = (allow: readonly string[]): Page => ({
  status: 405,
  title: 'Method not allowed',
  code: 'method_not_allowed',
  text: `This address only accepts ${allow.join(', ')}. The API is described at /docs.`,
  allow,
});

export const pageHtml = ({ status, title, text }: Omit<Page, 'code'>): string =>
  htmlPage(title, `<h1>${status} ${title}</h1><p>${withLinks(text)}</p>`);

const withLinks = (text: string): string => text.replace(/\/(app|docs)\b/g, '<a href="$&">$&</a>');

/** An HTML page in the server's layout; `body` is HTML. */
export const htmlPage = (title: string, body: string): string =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${title}</title>` +
  `<meta name="viewport" content="width=device-width, initial-scale=1">` +
  `<link rel="icon" href="/app/favicon.svg"><style>${STYLE}</style></head>` +
  `<body><main>${body}</main></body></html>\n`;

/** Same colors as the web app. */
const STYLE =
  ':root{color-scheme:light dark;--link:light-dark(#364fc7,#91a7ff)}' +
  'body{font:16px/1.55 system-ui,sans-serif;margin:0;padding:3rem 1rem;background:light-dark(#fff,#242424);color:light-dark(#000,#c9c9c9)}' +
  'main{max-width:40rem;margin:auto}h1{font-size:1.75rem;line-height:1.3;margin:0}h2{font-size:1rem;margin:2rem 0 .5rem}' +
  'ul{margin:0;padding-inline-start:1.25rem}li{margin:.25rem 0}a{color:var(--link)}' +
  'code{font:.875em ui-monospace,monospace;overflow-wrap:anywhere}' +
  '.button{display:inline-block;margin:.25rem .25rem .25rem 0;padding:.5rem 1.125rem;border:1px solid #4263eb;border-radius:.5rem;' +
  'background:#4263eb;color:#fff;font-weight:600;text-decoration:none}' +
  '.button.plain{background:none;border-color:light-dark(#ced4da,#424242);color:inherit}' +
  '.good,.bad{list-style:none;margin-inline-start:-1.25rem}' +
  '.good::before{content:"\\2713\\a0";color:light-dark(#1a7f37,#69db7c)}.bad::before{content:"\\2717\\a0";color:light-dark(#cf222e,#ff8787)}';

/** Pages outside the contract are HTML (specification, Methods and paths outside this list). */
export function sendPage(response: Response, page: Page): void {
  const { status, code, allow } = page;
  response.set(ERROR_CODE_HEADER, code);
  if (allow !== undefined) response.set('Allow', allow.join(', '));
  response.status(status).type('html').send(pageHtml(page));
}

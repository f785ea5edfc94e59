import type { Response } from 'express';

export interface Page {
  status: number;
  title: string;
  text: string;
  allow?: readonly string[];
}

export const notFoundPage = (): Page => ({
  status: 404,
  title: 'Not found',
  text: 'There is nothing at this address. The web app is at /app, and the API is described at /docs.',
});

export const methodNotAllowedPage = (allow: readonly string[]): Page => ({
  status: 405,
  title: 'Method not allowed',
  text: `This address only accepts ${allow.join(', ')}. The API is described at /docs.`,
  allow,
});

export const pageHtml = ({ status, title, text }: Page): string =>
  htmlPage(title, `<h1>${status} ${title}</h1><p>${withLinks(text)}</p>`);

const withLinks = (text: string): string => text.replace(/\/(app|docs)\b/g, '<a href="$&">$&</a>');

/** An HTML page in the server's layout; `body` is HTML. */
export const htmlPage = (title: string, body: string): string =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${title}</title>` +
  `<meta name="viewport" content="width=device-width, initial-scale=1">` +
  `<link rel="icon" href="/app/favicon.svg"><style>${STYLE}</style></head>` +
  `<body><main>${body}</main></body></html>\n`;

const STYLE =
  ':root{color-scheme:light dark}body{font:16px/1.5 system-ui,sans-serif;margin:0;padding:2rem 1rem}' +
  'main{max-width:40rem;margin:auto}code{font:0.9em ui-monospace,monospace;overflow-wrap:anywhere}' +
  '.good::before{content:"\\2713 ";color:#1a7f37}.bad::before{content:"\\2717 ";color:#cf222e}';

/** Pages outside the contract are HTML (specification, Methods and paths outside this list). */
export function sendPage(response: Response, page: Page): void {
  const { status, allow } = page;
  if (allow !== undefined) response.set('Allow', allow.join(', '));
  response.status(status).type('html').send(pageHtml(page));
}

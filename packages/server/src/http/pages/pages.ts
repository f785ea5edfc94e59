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
  text: 'There is nothing at this address. The API is described at /docs.',
});

export const methodNotAllowedPage = (allow: readonly string[]): Page => ({
  status: 405,
  title: 'Method not allowed',
  text: `This address only accepts ${allow.join(', ')}. The API is described at /docs.`,
  allow,
});

export const pageHtml = ({ status, title, text }: Page): string =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${title}</title></head>` +
  `<body><h1>${status} ${title}</h1><p>${text}</p></body></html>\n`;

/** Pages outside the contract are HTML (specification, Methods and paths outside this list). */
export function sendPage(response: Response, page: Page): void {
  const { status, allow } = page;
  if (allow !== undefined) response.set('Allow', allow.join(', '));
  response.status(status).type('html').send(pageHtml(page));
}

import { csvFile } from './upload-page.js';

export const HEADER = 'Property Address,Property City,Property State,Property Zip,Note';
export const MATCH = '100 Sandbox Match St,Austin,TX,78701';
export const MISS = '404 Sandbox Miss Blvd,Reno,NV,89501';

/** A match and its repeat, a miss, and a row that can't match. */
export const LEADS = csvFile(
  'leads.csv',
  [
    HEADER,
    `${MATCH},first`,
    `${MISS},none`,
    '100 SANDBOX MATCH STREET,Austin,TX,78701,again',
    'PO Box 12,Reno,NV,89501,box',
    '',
  ].join('\r\n'),
);

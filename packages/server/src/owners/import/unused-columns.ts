import type { Warning } from './warning.js';

/** Matches unread headers that sound like owner data. */
const OWNER_WORDS =
  /name|owner|grantee|taxpayer|phone|mobile|cell|tel\b|e-?mail|mail|address|addr\b|contact/i;

/** Matches headers of attributes of owners and addresses, rather than names and addresses themselves. */
const ABOUT_OWNERS =
  /occ|type|hash|county|flag|status|litigator|url|zip|count|date|year|value|code|carrier|score|\bid\b|\blat|\blon|lng|street name|legal|sub ?division|age\b/i;

/**
 * Warns about unread columns that sound like owner data.
 * @param ignored headers of the columns that are not read
 */
export const unusedWarnings = (ignored: readonly string[]): Warning[] => {
  const suspects = ignored.filter((header) => {
    const words = header.replaceAll('_', ' ');
    return OWNER_WORDS.test(words) && !ABOUT_OWNERS.test(words);
  });
  if (suspects.length === 0) return [];
  const [first = ''] = suspects;
  const it = suspects.length === 1 ? 'It looks' : 'They look';
  return [
    {
      text: `Not imported: ${suspects.join(', ')}. ${it} like owner data.`,
      onCommandLine: `To import a column, add --map FIELD="${first}".`,
    },
  ];
};

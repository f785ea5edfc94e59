import type { Doubt, DoubtKind, RowPlace } from './survey.js';

type Said = readonly [one: string, many: string];

const SAID: Readonly<Record<DoubtKind, Said>> = {
  'blank address': ['row has no address', 'rows have no address'],
  'PO box': ['row is a PO box', 'rows are PO boxes'],
  intersection: ['row is an intersection', 'rows are intersections'],
  'mail route': [
    'row is a rural route or other mail address',
    'rows are rural routes or other mail addresses',
  ],
  'no house number': ['row has no house number', 'rows have no house number'],
  'no address': ["row's address can't be read", "rows' addresses can't be read"],
  'no place': [
    'row has no US ZIP, and no US city and state',
    'rows have no US ZIP, and no US city and state',
  ],
  'ZIP too short': [
    'row has a ZIP that lost its leading zero, and no state to tell it by',
    'rows have a ZIP that lost its leading zero, and no state to tell it by',
  ],
  'unreadable ZIP': ['row has an unreadable ZIP', 'rows have an unreadable ZIP'],
  'ZIP without its zeros': [
    'ZIP lost its leading zeros and is restored',
    'ZIPs lost their leading zeros and are restored',
  ],
  'no state for the ZIP': ['row has a ZIP that no state uses', 'rows have a ZIP that no state uses'],
  'ZIP of another state': [
    'row has a ZIP that is not in its state',
    'rows have a ZIP that is not in their state',
  ],
  'too few cells': ['row has fewer cells than the header', 'rows have fewer cells than the header'],
  'too many cells': ['row has more cells than the header', 'rows have more cells than the header'],
};

/**
 * `2 rows are PO boxes, so they can't match: rows 4, 17`, for a person.
 * @param hasEditor also give the line number if it differs from the row, for a person with a text editor
 */
export function doubtText({ what, kind, count, places }: Doubt, hasEditor = true): string {
  const more = count > places.length ? ` and ${grouped(count - places.length)} more` : '';
  const [one, many] = SAID[what];
  const cannot = kind !== 'cannot-match' ? '' : `, so ${count === 1 ? 'it' : 'they'} can't match`;
  const rows = places.length === 1 ? 'row' : 'rows';
  return `${grouped(count)} ${count === 1 ? one : many}${cannot}: ${rows} ${places.map((place) => placeText(place, hasEditor)).join(', ')}${more}`;
}

const placeText = ({ row, line }: RowPlace, hasEditor: boolean) =>
  row === line || !hasEditor ? `${row}` : `${row} (line ${line})`;

const grouped = (count: number) => count.toLocaleString('en-US');

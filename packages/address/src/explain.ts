/** Sentences for a person who asks why an address matched, or did not. */
import { agreement, readingsOf } from './match/agreement.js';
import { decide, type Candidate, type MissReason, type Outcome } from './match/decide.js';
import type { Rival, StreetsOnFile } from './match/evidence.js';
import { DIFFERENCES, type Agreement } from './match/grades.js';
import { standardForm } from './standardize.js';
import type { ParsedAddress } from './types.js';

const REASONS: Readonly<Record<MissReason, string>> = {
  ambiguous: 'it fits more than one property equally well',
  no_candidates: 'no record in this ZIP or city has this number, on any street',
  street_unasked: 'it is near a record, but which streets are on file was not asked',
  another_street:
    'the street as written exists with other numbers, so the nearest record is on another street',
  several_streets: 'more than one street on file fits what is written',
  another_city: 'the city as written exists, so the nearest record is in another city',
  ...DIFFERENCES,
};

/** Instead of `no_place` where the lead has one. */
const RECORD_WITHOUT_PLACE = 'the record on file has no ZIP, and no city with its state, to compare';

const GRADES = {
  exact: 'every part agrees',
  equivalent: 'the same street in another order or spelling',
  compatible: 'something is missing on one side or mistyped',
} as const;

/** The reason of a miss as a clause: `the units differ`. */
export function describeReason(reason: MissReason): string {
  return REASONS[reason];
}

/** Why an address matched or did not match. */
export interface Explanation {
  /** How the lead was read; the first is the likely one. */
  readings: string[];
  matched: boolean;
  /** A clause: how it matches, or why it does not. */
  outcome: string;
  /** The candidates, in the order they were given. */
  compared: ComparedAddress[];
}

export interface ComparedAddress {
  address: string;
  /** A clause: `the units differ`. */
  result: string;
  fits: boolean;
}

export function explanation<T>(
  lead: ParsedAddress,
  candidates: readonly Candidate<T>[] = [],
  streets?: StreetsOnFile,
): Explanation {
  const outcome = decide(lead, candidates, streets);
  const matched = outcome.matched
    ? candidates.find(({ record }) => outcome.records.includes(record))?.address
    : undefined;
  const hasPlace = lead.zip5 !== '' || (lead.cityKey !== '' && lead.stateKey !== '');
  const said = (clause: string) =>
    hasPlace && clause === DIFFERENCES.no_place ? RECORD_WITHOUT_PLACE : clause;
  return {
    readings: readingsOf(lead).map(describe),
    matched: outcome.matched,
    outcome: said(describeOutcome(outcome, matched === undefined ? '' : close(lead, matched))),
    compared: candidates.map(({ address }) => {
      const compared = agreement(lead, address);
      return {
        address: describe(address),
        result: said(compared.grade === 'compatible' ? close(lead, address) : describeAgreement(compared)),
        fits: compared.grade !== undefined,
      };
    }),
  };
}

/** The explanation as lines for a terminal: how the lead was read, the outcome, and how each candidate compares. */
export function explanationLines({ readings, matched, outcome, compared }: Explanation): string[] {
  return [
    ...readings.map((reading, at) => `${at === 0 ? 'read as     ' : 'or perhaps  '}${reading}`),
    `outcome     ${matched ? 'match' : 'miss'}: ${outcome}`,
    ...compared.map(({ address, result }) => `compared to ${address}: ${result}`),
  ];
}

export function explain<T>(
  lead: ParsedAddress,
  candidates: readonly Candidate<T>[] = [],
  streets?: StreetsOnFile,
): string {
  return explanationLines(explanation(lead, candidates, streets)).join('\n');
}

function describe(address: ParsedAddress): string {
  const { text } = standardForm(address);
  if (address.kind === 'none') return 'no address' + (text === '' ? '' : ' (' + text + ')');
  return text + (address.needsCity ? ' (if that is the city)' : '');
}

/** @param difference from the matched record, where they differ */
function describeOutcome<T>(outcome: Outcome<T>, difference: string): string {
  if (!outcome.matched)
    return outcome.rival === undefined ? REASONS[outcome.reason] : describeRival(outcome.rival);
  if (outcome.grade !== 'compatible') return GRADES[outcome.grade];
  return `a close match: ${difference}. Exactly one property fits`;
}

/** Names the parts that a lead lacks or mistypes, in the readings that differ least. */
function close(lead: ParsedAddress, record: ParsedAddress): string {
  const all = readingsOf(lead).flatMap((a) => readingsOf(record).map((b) => differencesOf(a, b)));
  const [least = []] = all.filter((words) => words.length > 0).sort((a, b) => a.length - b.length);
  return least.length === 0 ? GRADES.compatible : least.join('; ');
}

function describeRival({ reason, name, place }: Rival): string {
  if (reason === 'another_city')
    return `the city as written, ${name}, exists in ${place}, so the nearest record is in another city`;
  return reason === 'another_street'
    ? `the street as written exists in ${place} with other numbers (${name}), so the nearest record is on another street`
    : `it may as well be ${name}, which exists in ${place} with other numbers`;
}

function describeAgreement({ grade, difference }: Agreement): string {
  return grade === undefined ? REASONS[difference ?? 'no_candidates'] : GRADES[grade];
}

/**
 * How a lead differs from the record that it matches, each as a clause: `"CATAPLA" for "CATALPA", two letters changed places`. Empty if
 * every part is written alike.
 */
export function differencesOf(lead: ParsedAddress, record: ParsedAddress): string[] {
  const directions = (a: ParsedAddress) =>
    [a.predirectional, a.postdirectional].filter((part) => part !== '');
  return [
    ...(lead.number === record.number ? [] : [`"${lead.number}" for "${record.number}"`]),
    ...partsOf('the direction', directions(lead).join(' '), directions(record).join(' ')),
    ...(lead.streetKey === record.streetKey ? [] : [letters(lead.street, record.street)]),
    ...partsOf('the suffix', lead.suffix, record.suffix),
    ...partsOf('the unit', unitOf(lead), unitOf(record)),
    // Where both have the ZIP, the city may have any of its names.
    ...(lead.zip5 !== '' && record.zip5 !== '' ? [] : partsOf('the city', lead.city, record.city)),
  ];
}

const unitOf = ({ unitKey, unitType, unit }: ParsedAddress): string =>
  unitKey === '' ? '' : [unitType, unit].filter((part) => part !== '').join(' ');

function partsOf(name: string, asked: string, onFile: string): string[] {
  if (asked === onFile) return [];
  if (asked === '') return [`${name} "${onFile}" is missing`];
  if (onFile === '') return [`${name} "${asked}" is not on file`];
  return [letters(asked, onFile)];
}

/** `"OAKS" for "OAK", one letter more: S`. */
function letters(asked: string, onFile: string): string {
  const slip = slipOf(asked, onFile);
  return `"${asked}" for "${onFile}"${slip === '' ? '' : `, ${slip}`}`;
}

/** The one slip that turns `onFile` into `asked`; empty if it is more than one. */
function slipOf(asked: string, onFile: string): string {
  let at = 0;
  while (at < Math.min(asked.length, onFile.length) && asked[at] === onFile[at]) at += 1;
  const [a, b] = [asked.slice(at), onFile.slice(at)];
  const [first = '', second = ''] = a;
  if (a.slice(1) === b) return `one letter more: ${first}`;
  if (a === b.slice(1)) return `one letter less: ${b.slice(0, 1)}`;
  if (a.slice(1) === b.slice(1)) return `one letter differs: ${first} for ${b.slice(0, 1)}`;
  if (a.slice(2) === b.slice(2) && first === b[1] && second === b[0])
    return `two letters changed places: ${first}${second} for ${b.slice(0, 2)}`;
  return '';
}

/** Sentences for a person who asks why an address matched, or did not. */
import { agreement } from './match/agreement.js';
import { type Agreement, DIFFERENCES } from './match/grades.js';
import { type Candidate, type MissReason, type Outcome, decide } from './match/decide.js';
import { standardForm } from './standardize.js';
import type { ParsedAddress } from './types.js';

const REASONS: Readonly<Record<MissReason, string>> = {
  ambiguous: 'it fits more than one property equally well',
  no_candidates: 'no record has this number there',
  ...DIFFERENCES,
};

const GRADES = {
  exact: 'every part agrees',
  equivalent: 'the same street in another order or spelling',
  compatible: 'something is missing on one side or mistyped',
} as const;

/** The reason of a miss as a clause: `the units differ`. */
export function describeReason(reason: MissReason): string {
  return REASONS[reason];
}

/** Several lines: how the lead was read, the outcome, and how each candidate compares. */
export function explain<T>(lead: ParsedAddress, candidates: readonly Candidate<T>[] = []): string {
  const lines = readings(lead).map(
    (reading, i) => (i === 0 ? 'read as     ' : 'or perhaps  ') + describe(reading),
  );
  const outcome = decide(lead, candidates);
  lines.push('outcome     ' + describeOutcome(outcome));
  for (const { address } of candidates)
    lines.push('compared to ' + describe(address) + ': ' + describeAgreement(agreement(lead, address)));
  return lines.join('\n');
}

function readings(address: ParsedAddress): readonly ParsedAddress[] {
  return [address, ...address.otherReadings];
}

function describe(address: ParsedAddress): string {
  const { text } = standardForm(address);
  if (address.kind === 'none') return 'no address' + (text === '' ? '' : ' (' + text + ')');
  return text + (address.needsCity ? ' (if that is the city)' : '');
}

function describeOutcome<T>(outcome: Outcome<T>): string {
  if (!outcome.matched) return 'miss: ' + REASONS[outcome.reason];
  return (
    'match: ' + GRADES[outcome.how] + (outcome.how === 'compatible' ? ', and exactly one property fits' : '')
  );
}

function describeAgreement({ grade, difference }: Agreement): string {
  return grade === undefined ? REASONS[difference ?? 'no_candidates'] : GRADES[grade];
}

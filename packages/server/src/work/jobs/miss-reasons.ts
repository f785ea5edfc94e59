import type { MissReasons } from '@skiptrace/contract';
import type { MatchResult } from '../../directory/index.js';

/** Why a row that was looked up found no owner, in terms of what a customer can do about it. */
export type MissReason = 'notOnFile' | 'severalFit' | 'unit' | 'incomplete' | 'noPhone';

type Reason = Extract<MatchResult, { matched: false }>['reason'];

/**
 * All other reasons are `notOnFile`: what differs from the nearest record is of no use to someone who doesn't see it, and another street
 * on file (`several_streets`) may belong to a person who asked to be left out.
 */
const MEANING: Readonly<Partial<Record<Reason, MissReason>>> = {
  ambiguous: 'severalFit',
  unit: 'unit',
  unit_missing: 'unit',
  not_an_address: 'incomplete',
  not_a_property: 'incomplete',
  no_number: 'incomplete',
  no_house: 'incomplete',
  no_street: 'incomplete',
  no_place: 'incomplete',
  no_phone: 'noPhone',
};

/** Numbers of the reasons in a job's files, which must not change. */
const CODES: readonly MissReason[] = ['notOnFile', 'severalFit', 'unit', 'incomplete', 'noPhone'];

export const missCode = (reason: Reason): number => CODES.indexOf(MEANING[reason] ?? 'notOnFile');

export const missReasonOf = (code: number): MissReason => CODES[code] ?? 'notOnFile';

/** Rows by reason, but for `notOnFile`: the rest of the rows without a match. */
export type MissCounts = Readonly<Record<Exclude<MissReason, 'notOnFile'>, number>>;

export const NO_MISSES: MissCounts = { severalFit: 0, unit: 0, incomplete: 0, noPhone: 0 };

export const addedMisses = (one: MissCounts, other: MissCounts): MissCounts => ({
  severalFit: one.severalFit + other.severalFit,
  unit: one.unit + other.unit,
  incomplete: one.incomplete + other.incomplete,
  noPhone: one.noPhone + other.noPhone,
});

/**
 * openapi.yaml#/components/schemas/MissReasons. @param nonMatchCount all rows without a match; includes owners withheld after the
 * preview, who thereby look like any address that is not on file
 */
export function shownMisses(counts: MissCounts, nonMatchCount: number): MissReasons {
  const { severalFit, unit, incomplete, noPhone } = counts;
  return {
    notOnFileRows: nonMatchCount - severalFit - unit - incomplete - noPhone,
    severalFitRows: severalFit,
    unitRows: unit,
    incompleteRows: incomplete,
    noPhoneRows: noPhone,
  };
}

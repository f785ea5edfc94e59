/**
 * Numbers written as words, for streets (`TWENTY-THIRD`), floors (`SECOND FLOOR`) and `ONE MAIN ST`: the cardinal, then its
 * ordinal unless that is the cardinal with TH.
 */
const UNITS =
  'ONE FIRST|TWO SECOND|THREE THIRD|FOUR|FIVE FIFTH|SIX|SEVEN|EIGHT EIGHTH|NINE NINTH|TEN|ELEVEN|TWELVE TWELFTH|THIRTEEN|' +
  'FOURTEEN|FIFTEEN|SIXTEEN|SEVENTEEN|EIGHTEEN|NINETEEN';
const TENS = 'TWENTY THIRTY FORTY FIFTY SIXTY SEVENTY EIGHTY NINETY';

/** `ONE` … `NINETEEN`, `TWENTY` … `NINETY`. */
export const cardinals: ReadonlyMap<string, number> = new Map([
  ...UNITS.split('|').map((row, i): [string, number] => [row.replace(/ .*/, ''), i + 1]),
  ...TENS.split(' ').map((word, i): [string, number] => [word, 20 + i * 10]),
]);

/** `FIRST` … `NINETYNINTH`, `HUNDREDTH`. A hyphen or a space between two halves does not count. */
export const ordinals: ReadonlyMap<string, number> = buildOrdinals();

function buildOrdinals(): Map<string, number> {
  const byWord = new Map<string, number>();
  const units = UNITS.split('|').map((row) => row.split(' ')[1] ?? row + 'TH');
  units.forEach((word, i) => byWord.set(word, i + 1));
  TENS.split(' ').forEach((tens, i) => {
    const value = 20 + i * 10;
    byWord.set(tens.replace(/Y$/, 'IETH'), value);
    units.slice(0, 9).forEach((unit, digit) => byWord.set(tens + unit, value + digit + 1));
  });
  return byWord.set('HUNDREDTH', 100);
}

/** `1` → `1ST`, `12` → `12TH`, `93` → `93RD`. */
export function ordinal(digits: string): string {
  const lastTwo = digits.slice(-2);
  if (lastTwo.length === 2 && lastTwo.startsWith('1')) return digits + 'TH';
  const last = digits.slice(-1);
  return digits + (last === '1' ? 'ST' : last === '2' ? 'ND' : last === '3' ? 'RD' : 'TH');
}

import type { Check } from '../suite/check.js';
import type { CheckResult, RunReport } from '../suite/run.js';
import { dollars } from '../http/wallet.js';

const MARK = { passed: 'passed ', failed: 'FAILED ', skipped: 'skipped' } as const;

/** Lines about one check for a person: its result, and the problems below it. */
export function resultLines(result: CheckResult): string {
  const { outcome, id, sentence, reason, expected, received, exchange, requestId } = result;
  const details = [
    ...(reason === undefined ? [] : [`skipped because ${reason}`]),
    ...(expected === undefined ? [] : [`expected  ${expected}`]),
    ...(received === undefined ? [] : [`received  ${received}`]),
    ...(exchange === undefined ? [] : [`request   ${exchange}`]),
    ...(requestId === undefined ? [] : [`id        ${requestId}`]),
  ];
  return [`${MARK[outcome]} ${id}: ${sentence}`, ...details.map((line) => `          ${line}`)].join('\n');
}

export interface Counts {
  passed: number;
  failed: number;
  skipped: number;
}

export const countsOf = (results: readonly CheckResult[]): Counts => {
  const counts = { passed: 0, failed: 0, skipped: 0 };
  for (const { outcome } of results) counts[outcome] += 1;
  return counts;
};

export function summaryLine({ results, spentCents }: RunReport): string {
  const { passed, failed, skipped } = countsOf(results);
  return `${passed} passed, ${failed} failed, ${skipped} skipped; ${dollars(spentCents)} charged`;
}

/** The document of `--json`. */
export const reportDocument = (baseUrl: string, report: RunReport) => ({
  baseUrl,
  ...countsOf(report.results),
  spentCents: report.spentCents,
  checks: report.results,
});

/** The document of `--list --json`. */
export const listDocument = (checks: readonly Check[]) => ({
  checks: checks.map(({ id, section, sentence, needs, late }) => ({ id, section, sentence, needs, late })),
});

export function listLines(checks: readonly Check[]): string {
  const lines: string[] = [];
  let section = '';
  for (const check of checks) {
    if (check.section !== section) lines.push(`${lines.length === 0 ? '' : '\n'}${check.section}`);
    section = check.section;
    const needs = check.needs.length === 0 ? '' : ` (needs ${check.needs.join(', ')})`;
    lines.push(`  ${check.id}: ${check.sentence}${needs}`);
  }
  return lines.join('\n');
}

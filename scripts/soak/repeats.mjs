// Checks of free repeats in a soak: every charge is for one property, and a property is charged once a term. A property has
// further rows where it was asked for in other spellings than its record's.
import { query } from './books.mjs';

const MATCH_CENTS = 4;
/** A date so old that every term is over. */
const LONG_AGO = '2000-01-01';
/** A list whose confirm has not committed, or whose charge was given back, pays for nothing. */
const PAID_LATELY = `paid_on <> '${LONG_AGO}' AND NOT EXISTS (
  SELECT 1 FROM paid_claims c WHERE c.account_id = paid_properties.account_id AND c.reference = paid_properties.reference)`;

/** The paid properties of a run whose accounts have a term. Without one it sees to it that there are none. */
export class PaidProperties {
  /** Accounts whose terms were ended. */
  #ended = 0;

  /** @param {string} dataDir @param {number} freeRepeatDays of all accounts */
  constructor(dataDir, freeRepeatDays) {
    this.dataDir = dataDir;
    this.freeRepeatDays = freeRepeatDays;
  }

  /** Ends every term: all properties are charged again. */
  async endTerms() {
    const ended = await query(
      this.dataDir,
      `UPDATE paid_properties SET paid_on = '${LONG_AGO}' WHERE ${PAID_LATELY} RETURNING further`,
    );
    this.#ended += ended.filter(({ further }) => Number(further) === 0).length;
  }

  /** Checks that every charged match is a property noted as paid, to the cent. */
  async faults() {
    const [{ cents, noted }] = await query(
      this.dataDir,
      `SELECT (SELECT COALESCE(-SUM(amount_cents), 0) FROM ledger_records WHERE type NOT IN ('top_up', 'adjustment'))
              - (SELECT COALESCE(SUM(amount_cents), 0) FROM reservations WHERE status = 'held') AS cents,
              (SELECT COUNT(*) FROM paid_properties WHERE further = 0 AND ${PAID_LATELY}) AS noted`,
    );
    const expected = this.freeRepeatDays === 0 ? 0 : cents / MATCH_CENTS;
    const all = this.#ended + noted;
    return all === expected
      ? []
      : [`${cents} cents were charged, but ${all} properties are noted as paid for, not ${expected}`];
  }

  /** @throws Error with the result of `faults` */
  async require() {
    const faults = await this.faults();
    if (faults.length > 0) throw new Error(faults.join('\n'));
  }

  /** Number of properties paid for in all. */
  async count() {
    const noted = await query(
      this.dataDir,
      `SELECT 1 FROM paid_properties WHERE further = 0 AND ${PAID_LATELY}`,
    );
    return this.#ended + noted.length;
  }
}

/**
 * Checks the lookups between two ends of all terms: which account was told of two charges for one property, or of a free repeat of what no
 * answer, and no request that was lost, can have paid for.
 * @param {import('./clients.mjs').Asked[]} asked
 * @param {ReadonlySet<string>} inJobs the accounts that have jobs under way, which pay as well
 */
export function repeatFaults(asked, inJobs) {
  const told = new Map();
  const uncertain = new Set(inJobs);
  for (const { accountId, body, answer } of asked) {
    if (answer === null || answer.replayed) uncertain.add(accountId);
    if (answer === null || answer.replayed || answer.status !== 200) continue;
    const { results, ...single } = JSON.parse(answer.text);
    (body.addresses ?? [body]).forEach(({ address }, nth) => {
      const { found, charged, repeat } = results?.[nth] ?? single;
      if (!found) return;
      const of = `${accountId} ${address}`;
      const counts = told.get(of) ?? { accountId, charged: 0, free: 0 };
      if (charged > 0) counts.charged += 1;
      if (repeat === true) counts.free += 1;
      told.set(of, counts);
    });
  }
  return [...told].flatMap(([of, { accountId, charged, free }]) => {
    if (charged > 1) return [`${of} was charged ${charged} times in one term`];
    return free > 0 && charged === 0 && !uncertain.has(accountId)
      ? [`${of} was free ${free} times, and nobody paid for it`]
      : [];
  });
}

import {
  isErased,
  ownerName,
  personDetails,
  typedContact,
  type EraseStore,
  type OwnerRecord,
  type PersonDetails,
  type ShownStore,
  type TypedOwner,
} from '../../directory/index.js';
import type { OwnerIndex } from '../../directory/match/index.js';
import { SERVICE_CHAIN, type Audit } from '../../money/log/index.js';
import type { Clock } from '../../platform/clock.js';
import type { Database, Tx } from '../../platform/database/index.js';
import type { Ids } from '../../platform/ids.js';
import { coded } from '../../platform/lib/coded.js';
import { itemAt } from '../../platform/lib/item-at.js';
import {
  addressOfCorrection,
  addressOfRecord,
  areInOneTown,
  CorrectedOwners,
  nameInRecord,
  propertyOfRecord,
  type Correction,
} from '../list/corrected-owners.js';
import type { ListRules } from '../list/rules.js';
import type { OwnerScreening } from '../list/screening.js';
import type { SuppressionReads } from '../list/suppression-store.js';
import { versionStep } from '../list/suppression-store.sql.js';
import { isNamed, type PersonSearch } from '../search/person-search.js';

/** The record is gone, or its owner may not be shown. */
class UnknownOwnerError extends coded(
  'unknown_owner',
  'This owner is not on file any more. Nothing was changed: explain the address again.',
) {}

/** A correction as far as it is about one person. */
export interface PersonCorrection extends Pick<Correction, 'id' | 'address' | 'names' | 'correctedAt'> {
  /** Null for the person with the replaced details: the other details are another person's. */
  contact: PersonDetails | null;
  /** Everybody in the correction, in one view of the owner or the other: first the corrected owner, then each name on file. */
  people: readonly OwnerRecord[];
}

/** The correction was undone, or never made. */
class UnknownCorrectionError extends coded(
  'unknown_correction',
  'There is no such correction. Somebody may have undone it.',
) {}

/** Why an owner is corrected, and who says so. */
interface CorrectionCircumstances {
  reason: string;
  /** Name for the list of corrections. */
  by: string;
  /** Actor in the log of disclosures. */
  actor: string;
}

/** A correction for an operator to see. */
export interface ShownCorrection extends Pick<Correction, 'id' | 'reason' | 'correctedBy' | 'correctedAt'> {
  /** Null if the owner on file, or the one in the correction, is on the suppression list. */
  owner: { address: Correction['address']; names: readonly string[]; contact: PersonDetails } | null;
}

interface CorrectionsNeeds {
  database: Database;
  store: Pick<SuppressionReads, 'corrections'>;
  index: Pick<OwnerIndex, 'records' | 'originals' | 'parentsOf'>;
  shown: Pick<ShownStore, 'changed'>;
  rules: Pick<ListRules, 'pass'>;
  screening: Pick<OwnerScreening, 'catchUp'>;
  clock: Clock;
  ids: Ids;
  audit: Audit;
}

/**
 * Operators' corrections of owners. A correction belongs to a person at a property, by the names in the sources, not to a record: it
 * outlives imports. `OwnerScreening` applies them to the records they are about; nothing that was handed out before changes.
 */
export class Corrections {
  constructor(private readonly needs: CorrectionsNeeds) {}

  /**
   * Replaces the details of an owner, all but the property. An earlier correction of the same owner gives way.
   * @throws OwnerDetailsError, UnknownOwnerError: nothing was changed
   */
  async add(recordId: number, typed: TypedOwner, why: CorrectionCircumstances): Promise<Correction> {
    const { database, clock, ids, index, rules, screening } = this.needs;
    const sources = ((await index.parentsOf(recordId)) ?? []).map(([id]) => id);
    const records = await index.originals([recordId, ...sources]);
    const owner = records.get(recordId);
    const shown = (await index.records([recordId])).get(recordId);
    if (owner === undefined || shown === undefined || isErased(shown) || owner.propertyAddress === null)
      throw new UnknownOwnerError();
    const { propertyAddress: line, propertyCity, propertyState, propertyZip } = owner;
    const names = [...records.values()].map((one) => ownerName(one) ?? '');
    const correction: Correction = {
      id: ids.uuid(),
      property: propertyOfRecord(addressOfRecord(line, owner)),
      address: [line, propertyCity, propertyState, propertyZip],
      names: [...new Set(names)],
      contact: personDetails(typedContact(typed, shown)),
      reason: why.reason,
      correctedBy: why.by,
      correctedAt: clock.now(),
    };
    const added = await database.write(async (tx) => {
      await changed(tx);
      // A person deleted since is not stored again.
      if ((await rules.pass([owner])).includes(null)) throw new UnknownOwnerError();
      const before = await earlier(tx, correction);
      for (const { id } of before) await tx.query('DELETE FROM owner_corrections WHERE id = $1', [id]);
      const all = { ...correction, names: [...new Set([...names, ...before.flatMap((one) => one.names)])] };
      await tx.query(
        `INSERT INTO owner_corrections (id, property, address, names, contact, reason, corrected_by, corrected_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`,
        [
          ...[all.id, all.property, JSON.stringify(all.address), JSON.stringify(all.names)],
          ...[JSON.stringify(all.contact), all.reason, all.correctedBy, all.correctedAt],
        ],
      );
      await this.#note(tx, why.actor, { added: all.id, replaced: before.map(({ id }) => id) });
      return all;
    });
    await screening.catchUp();
    return added;
  }

  /** Undoes a correction: when it resolves, the records count again. @throws UnknownCorrectionError */
  async remove(id: string, actor: string): Promise<void> {
    await this.needs.database.write(async (tx) => {
      await changed(tx);
      const gone = await tx.query<unknown[]>('DELETE FROM owner_corrections WHERE id = $1 RETURNING id', [
        id,
      ]);
      if (gone.length === 0) throw new UnknownCorrectionError();
      await this.#note(tx, actor, { removed: id });
    });
    await this.needs.screening.catchUp();
  }

  /** Newest first. */
  async list(): Promise<ShownCorrection[]> {
    const all = await this.needs.store.corrections();
    const passed = await passedIn(all, this.needs.rules);
    return all.map(({ id, reason, correctedBy, correctedAt, address, names }, at) => {
      const ofOne = itemAt(passed, at);
      const [corrected = null] = ofOne;
      const isShown = corrected !== null && !ofOne.includes(null);
      const owner = isShown ? { address, names, contact: personDetails(corrected) } : null;
      return { id, reason, correctedBy, correctedAt, owner };
    });
  }

  /**
   * Corrections that name one of the people searched for, as the owner on file or in the place of another, with what they say of these
   * people alone.
   * @param name only people with it, if it is not empty: several may share a phone
   */
  async about(search: Pick<PersonSearch, 'among'>, name: string): Promise<PersonCorrection[]> {
    const all = await this.needs.store.corrections();
    const owners = all.map(ownersIn);
    const found = await search.among(owners.flat());
    const meant = new Set(found.filter((owner) => name === '' || isNamed(owner, name)));
    return all.flatMap(({ id, address, names, contact, correctedAt }, at) => {
      const people = itemAt(owners, at);
      const [isPlaced = false, ...onFile] = people.map((owner) => meant.has(owner));
      const own = names.filter((_, index) => onFile[index] === true);
      if (!isPlaced && own.length === 0) return [];
      return [{ id, address, correctedAt, names: own, contact: isPlaced ? contact : null, people }];
    });
  }

  /** All corrections at this moment. */
  async owners(): Promise<CorrectedOwners> {
    return new CorrectedOwners(await this.needs.store.corrections());
  }

  /** Deletes corrections of people who are deleted. */
  async forget(ids: readonly string[]): Promise<void> {
    await this.#forget(ids);
    await this.needs.screening.catchUp();
  }

  async #forget(ids: readonly string[]): Promise<void> {
    if (ids.length === 0) return;
    await this.needs.database.write(async (tx) => {
      await changed(tx);
      for (const id of ids) await tx.query('DELETE FROM owner_corrections WHERE id = $1', [id]);
    });
  }

  /** Deletes corrections with a person whom the rules leave out, after a restore that brought them back. */
  async forgetBy(rules: Pick<ListRules, 'pass'>): Promise<void> {
    const all = await this.needs.store.corrections();
    const passed = await passedIn(all, rules);
    await this.forget(all.flatMap(({ id }, at) => (itemAt(passed, at).includes(null) ? [id] : [])));
  }

  /** The same store, which also deletes the corrections of the records that it erases. */
  erasedWith(store: EraseStore): EraseStore {
    return {
      isLoading: () => store.isLoading(),
      erase: async (recordIds) => {
        const changed = await this.needs.shown.changed(recordIds);
        const corrections = [...changed.values()].flatMap(({ correctionId }) => correctionId ?? []);
        await this.#forget([...new Set(corrections)]);
        const erased = await store.erase(recordIds);
        // Not before: the owner would be shown as on file.
        await this.needs.screening.catchUp();
        return erased;
      },
    };
  }

  #note(tx: Tx, actor: string, details: Record<string, string | string[]>): Promise<void> {
    const fact = { chain: SERVICE_CHAIN, kind: 'correction', reference: null, cents: 0 } as const;
    return this.needs.audit.note(tx, { ...fact, actor, details });
  }
}

/** The people in each correction (`ownersIn`) as the rules leave them. */
async function passedIn(
  all: readonly Correction[],
  rules: Pick<ListRules, 'pass'>,
): Promise<(OwnerRecord | null)[][]> {
  const owners = all.map(ownersIn);
  const passed = await rules.pass(owners.flat());
  let next = 0;
  return owners.map(({ length }) => passed.slice(next, (next += length)));
}

/** The people in a correction, to ask the list about: first the corrected owner, then the owners on file, by name alone. */
function ownersIn({ id: correctionId, address, names, contact }: Correction): OwnerRecord[] {
  const [propertyAddress, propertyCity, propertyState, propertyZip] = address;
  const property = { id: 0, correctionId, propertyAddress, propertyCity, propertyState, propertyZip };
  const nothing = {
    firstName: null,
    lastName: null,
    mailingAddress: null,
    mailingCity: null,
    mailingState: null,
    mailingZip: null,
    phones: [],
    emails: [],
  };
  return [
    { ...property, ...contact },
    ...names.map((name) => ({ ...property, ...nothing, fullName: name || null })),
  ];
}

/** Earlier corrections of the same owner. Call `changed` first: it locks them. */
async function earlier(tx: Tx, correction: Correction): Promise<Pick<Correction, 'id' | 'names'>[]> {
  const rows = await tx.query<{ id: string; names: string; address: string }[]>(
    'SELECT id, names, address FROM owner_corrections WHERE property = $1',
    [correction.property],
  );
  const asked = new Set(correction.names.map(wordsOf));
  const at = addressOfCorrection(correction);
  return rows
    .map(({ id, names, address }) => ({
      id,
      names: JSON.parse(names) as string[],
      address: JSON.parse(address) as Correction['address'],
    }))
    .filter(
      (one) =>
        one.names.some((name) => asked.has(wordsOf(name))) && areInOneTown(at, addressOfCorrection(one)),
    );
}

const wordsOf = (fullName: string): string => nameInRecord({ firstName: null, lastName: null, fullName });

/** Makes every record that corrections concern be judged again. Changes wait for each other at this row. */
const changed = (tx: Tx): Promise<unknown> =>
  tx.query('UPDATE suppression_list SET corrections = corrections + $1', [versionStep()]);

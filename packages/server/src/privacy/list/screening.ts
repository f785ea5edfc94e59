import {
  isErased,
  personDetails,
  type Holding,
  type Judged,
  type NewRecords,
  type OwnerContact,
  type OwnerRecord,
  type OwnerStores,
  type ScreenedAt,
  type Screening,
  type Shown,
} from '../../directory/index.js';
import type { OwnerIndex } from '../../directory/match/index.js';
import { inSteps } from '../../platform/lib/batches.js';
import { itemAt } from '../../platform/lib/item-at.js';
import { CorrectedOwners } from './corrected-owners.js';
import { mayConcern, type ListRules } from './rules.js';
import type { ListMarks, SuppressionList } from './suppression-list.js';
import type { SuppressionReads } from './suppression-store.js';

/** Records that are judged and changed together: lookups get a turn in between. */
const PER_STEP = 500;

/** A stored record as on file. */
interface OnFile {
  owner: OwnerRecord;
  /** It is shown in another way now. */
  isChanged: boolean;
  /** Perhaps put together from records of several sources. */
  mayBeJoined: boolean;
}

interface ScreeningNeeds {
  store: Pick<SuppressionReads, 'state' | 'corrections'>;
  list: Pick<SuppressionList, 'view' | 'changedSince'>;
  rules: ListRules;
  owners: Pick<OwnerStores, 'holdings' | 'index' | 'shown'>;
}

/**
 * Keeps what is shown of owners (directory/shown/) in agreement with the suppression list and the corrections. An owner is hidden if an
 * entry means the owner on file, or as corrected, or one of the records that a joined owner is made of, which may have another mailing
 * address. Single phones and emails are left out.
 *
 * A change of the list is committed first and screened then, before its command returns. After a kill in between the versions differ, and
 * the next start, the next change, or the server's chore each minute (surfaces/commands/housekeeping.ts) screens it.
 */
export class OwnerScreening implements Screening {
  #corrected: { version: number; owners: Promise<CorrectedOwners | null> } | null = null;

  constructor(private readonly needs: ScreeningNeeds) {}

  async catchUp(): Promise<void> {
    const { holdings, index, shown } = this.needs.owners;
    for (;;) {
      const [{ at: from, imports, judgedAtImports }, to] = [await shown.state(), await this.#version()];
      if (isSame(from, to) && imports === judgedAtImports) return shown.replayed();
      await shown.settled();
      if (!isSame(from, to)) {
        const concerns = await this.#concernedBy(from);
        for await (const page of holdings.pages('stored'))
          await this.#settle(await this.#concerned(page.map(onFile), concerns));
      }
      for (const ids of inSteps(await shown.doubtful(), PER_STEP))
        await this.#settle(await this.#stored(index, ids));
      await shown.setScreened(to, imports);
    }
  }

  async judge(
    owners: readonly OwnerRecord[],
    parents: readonly (readonly OwnerRecord[])[] = [],
  ): Promise<{ at: ScreenedAt; judged: Judged[] }> {
    const at = await this.#version();
    const all = [...owners, ...parents.flat()];
    const judged = await this.#judgeAlone(all, await this.#corrections(at.corrections));
    let next = owners.length;
    return {
      at,
      judged: owners.map((_, index) => {
        const { shown, isDoubtful } = itemAt(judged, index);
        const theirs = (parents[index] ?? []).map(() => itemAt(judged, next++));
        const isLeftOut = theirs.some((parent) => parent.shown?.contact === null);
        return {
          shown: isLeftOut ? { contact: null, correctionId: shown?.correctionId ?? null } : shown,
          isDoubtful: isDoubtful || theirs.some((parent) => parent.isDoubtful),
        };
      }),
    };
  }

  async #judgeAlone(owners: readonly OwnerRecord[], corrections: CorrectedOwners | null): Promise<Judged[]> {
    const { rules } = this.needs;
    const first = await rules.judge(owners);
    const corrected = owners.map((owner) => corrections?.of(owner) ?? owner);
    const isAgain = (index: number): boolean =>
      first[index]?.left !== null && corrected[index] !== owners[index];
    const again = await rules.judge(corrected.filter((_, index) => isAgain(index)));
    let next = 0;
    return owners.map((owner, index) => {
      const own = itemAt(first, index);
      const { left, isDoubtful } = isAgain(index) ? itemAt(again, next++) : own;
      const { correctionId = null } = itemAt(corrected, index);
      const shown = left === owner ? null : { contact: left, correctionId };
      return { shown, isDoubtful: isDoubtful || own.isDoubtful };
    });
  }

  async screen({ importSequence, joinedIds }: NewRecords): Promise<ScreenedAt> {
    const { holdings, index } = this.needs.owners;
    const at = await this.#version();
    const concerns = await this.#concernedBy(null);
    for await (const page of holdings.pages({ importSequence }))
      await this.#settle(await this.#concerned(page.map(onFile), concerns));
    for (const ids of inSteps(joinedIds, PER_STEP))
      await this.#settle(await this.#concerned(await this.#stored(index, ids), concerns));
    return at;
  }

  async isCurrent(at: ScreenedAt): Promise<boolean> {
    return isSame(at, await this.#version());
  }

  /** Test for records that changes since may concern. @param from null for all that is on the list, or corrected */
  async #concernedBy(from: ScreenedAt | null): Promise<(one: OnFile) => boolean> {
    const { list } = this.needs;
    const at = await this.#version();
    const changes = from === null ? null : await list.changedSince(from.list);
    const marks: ListMarks | null = changes ?? (await list.view());
    const corrections = await this.#corrections(at.corrections);
    // Keys taken away may be unknown, and a correction that was undone has none.
    const isEachChangedMeant = changes === null || from?.corrections !== at.corrections;
    return ({ owner, isChanged }) =>
      (isChanged && isEachChangedMeant) ||
      (marks !== null && mayConcern(marks, owner)) ||
      (corrections !== null && corrections.mayConcern(owner));
  }

  /** Records that changes may concern by themselves, or by the records that they are joined from. */
  async #concerned(all: readonly OnFile[], concerns: (one: OnFile) => boolean): Promise<OnFile[]> {
    const parents = await this.#parentsOf(all);
    return all.filter(
      (one, at) =>
        concerns(one) ||
        itemAt(parents, at).some((owner) => concerns({ owner, isChanged: false, mayBeJoined: false })),
    );
  }

  /** As on file, without erased ones; empty for a record that is not joined. */
  async #parentsOf(all: readonly OnFile[]): Promise<OwnerRecord[][]> {
    const { shown, index } = this.needs.owners;
    const joined = all.filter(({ mayBeJoined }) => mayBeJoined).map(({ owner }) => owner.id);
    // True for nearly all pages.
    if (joined.length === 0) return all.map(() => []);
    const parents = await shown.parents(joined);
    const owners = await index.originals([...new Set([...parents.values()].flat())]);
    return all.map(({ owner }) =>
      (parents.get(owner.id) ?? []).flatMap((id) => {
        const parent = owners.get(id);
        return parent === undefined || isErased(parent) ? [] : [parent];
      }),
    );
  }

  async #stored(index: Pick<OwnerIndex, 'originals'>, ids: readonly number[]): Promise<OnFile[]> {
    const changed = await this.needs.owners.shown.changed(ids);
    const owners = [...(await index.originals(ids)).values()];
    return owners
      .filter((owner) => !isErased(owner))
      .map((owner) => ({ owner, isChanged: changed.has(owner.id), mayBeJoined: true }));
  }

  /** Decides what is shown of owners, again where the list changes meanwhile. */
  async #settle(all: readonly OnFile[]): Promise<void> {
    const { shown: store } = this.needs.owners;
    for (const some of inSteps(all, PER_STEP))
      for (;;) {
        const { imports } = await store.state();
        const { at, judged } = await this.judge(
          some.map(({ owner }) => owner),
          await this.#parentsOf(some),
        );
        const isCurrent = async () => (await this.isCurrent(at)) && (await store.state()).imports === imports;
        const now = await store.changed(
          some.flatMap(({ owner, isChanged }) => (isChanged ? [owner.id] : [])),
        );
        const doubtful = new Set(await store.doubtful(some.map(({ owner }) => owner.id)));
        const changes = some.flatMap(({ owner: { id, ...original } }, index) => {
          const { shown, isDoubtful } = itemAt(judged, index);
          const isSettled = isAlike(now.get(id) ?? null, shown) && isDoubtful === doubtful.has(id);
          return isSettled ? [] : [{ id, original, shown, isDoubtful }];
        });
        if (changes.length === 0 || (await store.change(changes, isCurrent))) break;
      }
  }

  async #version(): Promise<ScreenedAt> {
    const { version, corrections } = await this.needs.store.state();
    return { list: version, corrections };
  }

  #corrections(version: number): Promise<CorrectedOwners | null> {
    if (version === 0) return Promise.resolve(null);
    if (this.#corrected?.version !== version) {
      const owners = this.needs.store
        .corrections()
        .then((all) => (all.length === 0 ? null : new CorrectedOwners(all)));
      this.#corrected = { version, owners };
      owners.catch(() => {
        if (this.#corrected?.owners === owners) this.#corrected = null;
      });
    }
    return this.#corrected.owners;
  }
}

const onFile = ({ id, contact, isChanged, isJoined }: Holding): OnFile => ({
  owner: { id, ...contact },
  isChanged,
  mayBeJoined: isJoined,
});

const isSame = (one: ScreenedAt, other: ScreenedAt): boolean =>
  one.list === other.list && one.corrections === other.corrections;

const isAlike = (now: Shown | null, wanted: Shown | null): boolean =>
  now === wanted ||
  (now !== null &&
    wanted !== null &&
    now.correctionId === wanted.correctionId &&
    textOf(now.contact) === textOf(wanted.contact));

const textOf = (contact: OwnerContact | null): string =>
  contact === null ? '' : JSON.stringify(personDetails(contact));

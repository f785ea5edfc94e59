import { contentsOf, packContacts } from '../contact-counts.js';
import { HIDDEN_COUNT } from '../match/owner-index.js';
import type { OwnerContact, OwnerRecord } from '../record.js';
import { HIDDEN_CONTACT, storedContact } from '../stored-contact.js';

// The contact that a record hands out is decided when the suppression list, a correction or the record changes, and written into the
// record, so that reading asks nothing. The contact as on file is kept beside it (`owner_originals`).

/** Contact that a record hands out in place of the one on file. */
export interface Shown {
  /** Null hides the record: it is never chosen, and nothing of it is handed out. */
  contact: OwnerContact | null;
  /** The operator's correction of the owner, also of a hidden one: it goes when the record is erased. */
  correctionId: string | null;
}

/** Judgment of an owner; `shown` is null for an owner who is shown as on file. */
export type Judged = Pick<ShowChange, 'shown' | 'isDoubtful'>;

/** A record to be shown in another way; null as on file. */
export interface ShowChange {
  id: number;
  /** As on file. */
  original: OwnerContact;
  shown: Shown | null;
  /** Other records at its property may decide otherwise: it is judged again when these change. */
  isDoubtful: boolean;
}

/** Versions of what decides about records. */
export interface ScreenedAt {
  /** Version of the suppression list. */
  list: number;
  corrections: number;
}

export interface ScreeningState {
  /** Versions that the shown contacts agree with. */
  at: ScreenedAt;
  /** How often the visible imports changed, now and when the doubtful records were judged. */
  imports: number;
  judgedAtImports: number;
}

/** Stores what is shown of records. */
export interface ShownStore {
  state(): Promise<ScreeningState>;
  /** Notes that all records agree with these versions. */
  setScreened(at: ScreenedAt, imports: number): Promise<void>;
  /** Waits until lookups see what was committed. @throws DatabaseUnavailableError where a replica lags for too long */
  replayed(): Promise<void>;
  /** Doubtful records, among these or of all. */
  doubtful(among?: readonly number[]): Promise<number[]>;
  /**
   * Waits for imports that are becoming visible at this moment: what begins afterwards sees their records, and they see what was
   * committed before.
   */
  settled(): Promise<void>;
  /**
   * Changes what is shown of records, atomically; erased and purged ones stay as they are.
   * @param isCurrent asked when no other writer can come in between
   * @returns false, with nothing changed, where it is not
   */
  change(changes: readonly ShowChange[], isCurrent: () => Promise<boolean>): Promise<boolean>;
  /** The records among these that are not shown as on file. */
  changed(ids: readonly number[]): Promise<Map<number, Shown>>;
  /** Ids of the records that the joined ones among these are made of. */
  parents(ids: readonly number[]): Promise<Map<number, number[]>>;
}

/** Decides what is shown of records (privacy/list/screening.ts). */
export interface Screening {
  /** Judges what changes of the list, of corrections, and of the visible imports concern since the last time. */
  catchUp(): Promise<void>;
  /**
   * Judges owners that are not stored yet.
   * @param parents of joined owners, as on file: one who is left out by one of them is left out
   */
  judge(
    owners: readonly OwnerRecord[],
    parents?: readonly (readonly OwnerRecord[])[],
  ): Promise<{ at: ScreenedAt; judged: Judged[] }>;
  /** Decides about stored records that come into view with the caller's next change, and that no one sees yet. */
  screen(records: NewRecords): Promise<ScreenedAt>;
  /** Whether nothing changed since. Asked where no other writer can come in between. */
  isCurrent(at: ScreenedAt): Promise<boolean>;
}

/** Records of an import and joined ones. */
export interface NewRecords {
  importSequence: number;
  joinedIds: readonly number[];
}

/**
 * A change as columns: id, contact, phones, emails, packed contacts of the index, correction, whether it is as on file, whether it is doubtful.
 */
export type ShowRow = [
  id: number,
  contact: string,
  phoneCount: number,
  emailCount: number,
  contacts: number,
  correctionId: string | null,
  isOriginal: 0 | 1,
  isDoubtful: 0 | 1,
];

export function showRow({ id, original, shown, isDoubtful }: ShowChange): ShowRow {
  const doubt = isDoubtful ? 1 : 0;
  const contact = shown === null ? original : shown.contact;
  if (contact === null)
    return [id, HIDDEN_CONTACT, HIDDEN_COUNT, 0, HIDDEN_COUNT, shown?.correctionId ?? null, 0, doubt];
  const counts = {
    phoneCount: contact.phones.length,
    emailCount: contact.emails.length,
    contents: contentsOf(contact),
  };
  return [
    ...([id, storedContact(contact), counts.phoneCount, counts.emailCount, packContacts(counts)] as const),
    ...([shown?.correctionId ?? null, shown === null ? 1 : 0, doubt] as const),
  ];
}

/** Waits for other writers of what is shown, and for changes of the visible imports. */
export const LOCK_SHOWN = 'UPDATE owner_screening SET list_version = list_version';

/** `LOCK_SHOWN` for a change of the visible imports. */
export const LOCK_AND_COUNT_IMPORTS = 'UPDATE owner_screening SET imports_version = imports_version + 1';

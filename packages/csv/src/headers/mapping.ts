import type {
  ChosenField,
  ContactField,
  HeaderField,
  JobField,
  RequiredField,
  SingleField,
} from './fields.js';

/** Meaning of a file's columns, with reasons. Nothing here throws: problems are in `errors`. */
export interface HeaderMapping {
  /** The vendor of the export, if the header has a known signature. */
  readonly vendor?: string;
  /** The header of every job field that has a column of its own. */
  readonly mapping: Readonly<Partial<Record<JobField, string>>>;
  /** Required fields without a column of their own: a helper column must be made. */
  readonly needs: readonly RequiredField[];
  /**
   * The columns from which a helper column is built, in order; a needed field that is not here stays empty or is `state`.
   */
  readonly build: Readonly<Partial<Record<RequiredField, readonly string[]>>>;
  /**
   * The state of every row, from the user or from the kind of export, or the state of one-line addresses that
   * name none. Otherwise the ZIP decides.
   */
  readonly state?: string;
  /** Other columns that were recognized. */
  readonly also: Readonly<
    Partial<Record<SingleField, string>> & Partial<Record<ContactField, readonly string[]>>
  >;
  /** The phone columns with their types and Do Not Call columns. */
  readonly phones: readonly PhoneColumns[];
  /** Every choice with its reason, to be shown before anything is uploaded. */
  readonly choices: readonly FieldChoice[];
  /** The choices with an example from the file and how certain each is. */
  readonly fields: readonly MappedField[];
  /** Headers without a known meaning. */
  readonly unmapped: readonly string[];
  readonly warnings: readonly MappingWarning[];
  /** The mapping may be used only when this is empty. */
  readonly errors: readonly MappingError[];
}

export interface PhoneColumns {
  readonly number: string;
  readonly type?: string;
  readonly dnc?: string;
  /** Type given by the header itself: `Mobile-1`. */
  readonly impliedType?: 'mobile' | 'landline';
}

export interface FieldChoice {
  readonly field: ChosenField;
  /** Empty for a helper column that stays empty or comes from elsewhere. */
  readonly headers: readonly string[];
  /** A sentence. */
  readonly reason: string;
}

/** Source of a field, for a table that a person reads. */
export interface MappedField {
  readonly field: ChosenField;
  readonly headers: readonly string[];
  /**
   * `column`: as it is in the file; `joined`: from several columns; `one-line`: cut out of a cell that holds more;
   * `constant`: the same for every row; `zip`: the state of the ZIP; `empty`: nothing; `unclear`: a question.
   */
  readonly from: 'column' | 'joined' | 'one-line' | 'constant' | 'zip' | 'empty' | 'unclear';
  /** The value in the first row that has one; needs `samples`. */
  readonly sample?: string;
  /** `assumed`: only a person knows whether it is right. `no`: nothing can be looked up until it is decided. */
  readonly sure: 'yes' | 'assumed' | 'no';
  /** A sentence. */
  readonly reason: string;
}

export interface MappingWarning {
  readonly code:
    | 'assumed_property'
    | 'traced_before'
    | 'duplicate_header'
    | 'ambiguous'
    | 'one_line_address'
    | 'contradicted'
    | 'no_house_number'
    | 'unused_unit';
  readonly message: string;
  readonly headers: readonly string[];
}

export interface MappingError {
  readonly code:
    | 'not_a_lead_list'
    | 'no_property_address'
    | 'no_location'
    | 'ambiguous'
    | 'duplicate_header'
    | 'unknown_header'
    | 'unknown_field';
  /** The field in question; as the user wrote it for `unknown_field`. */
  readonly field?: string;
  readonly message: string;
  /** Columns to offer for the field. */
  readonly choices: readonly string[];
}

export interface MapOptions {
  /** The user's own decisions, which win: field to header (several for contacts), '' for none. */
  readonly overrides?: Readonly<Partial<Record<HeaderField, string | readonly string[]>>>;
  /** The user says that every property is in this state; for files without a state column. */
  readonly state?: string;
  /**
   * Cells of the first rows: they show one-line addresses, and which columns to offer where a header has no known meaning.
   */
  readonly samples?: readonly (readonly string[])[];
  /** Owner data for the server's import always holds contacts; leads with contacts were traced before. */
  readonly purpose?: 'leads' | 'owners';
}

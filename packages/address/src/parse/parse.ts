/**
 * From text to parts. The steps, in order: cut into words, take country, ZIP and state off the end, take units and
 * urbanisation off the front, take the number, find where the street ends (at a unit, a comma, a note, a box or the
 * city), read the street, put the rest to use. Every step works on the same words by index and is linear.
 */
import { stateOfZip } from '../data/states.js';
import { type Token, tokenise } from '../tokens.js';
import type { AddressInput, AddressKind, ParsedAddress } from '../types.js';
import { cutCoordinates } from './grid.js';
import { boxAt, isMilitaryPlace, mailFormAt } from './mail.js';
import { type HouseNumber, isDigits, numberKey, takeNumber } from './number.js';
import {
  type City,
  NO_CITY,
  NO_ZIP,
  type Zip,
  cityKey,
  cityOfTokens,
  isSentinel,
  readCity,
  readState,
  readZip,
} from './place.js';
import { type Split, splitStreetFromCity } from './split.js';
import { readStreet } from './street.js';
import { type Tail, takeTail } from './tail.js';
import { type UnitPart, cleanId, gluedUnit, isBareUnit, unitAt, unitKey, unitText } from './unit.js';

/** Reads a one-line address, or a street line with the fields given beside it. Never throws; linear in its length. */
export function parseAddress(input: string | AddressInput): ParsedAddress {
  const fields = typeof input === 'string' ? { address: input } : input;
  const givenState = readState(text(fields.state));
  const zipText = text(fields.zip);
  let zip = zipText === '' ? NO_ZIP : readZip(zipText, givenState);
  const city = readCity(text(fields.city), givenState);

  const line = tokenise(text(fields.address));
  if (line === undefined || isSentinel(line.tokens)) return notAStreet('none', '', '', city, givenState, zip);
  const tokens = cutCoordinates(line.tokens);

  const tail = takeTail(tokens, { state: givenState, zip5: zip.zip5, city: city.key !== '' });
  const state = givenState === '' ? tail.state : givenState;
  if (zip.zip5 === '')
    zip = tail.zip.zip5 === '' && givenState === '' && state !== '' ? readZip(zipText, state) : tail.zip;

  return new LineParser(tokens, line.notes, tail, state, zip, city, hasNoPlace(fields)).parse();
}

function text(value: unknown): string {
  return typeof value === 'string' ? value : typeof value === 'number' ? String(value) : '';
}

function hasNoPlace(fields: AddressInput): boolean {
  return !text(fields.city) && !text(fields.state) && !text(fields.zip);
}

/** Words after which only a description follows: `NEAR OAK ST`, `BETWEEN 5TH AND 6TH`. */
const NOTE_OPENERS = new Set([
  'NEAR',
  'BETWEEN',
  'BTWN',
  'BTW',
  'BEHIND',
  'ACROSS',
  'OPPOSITE',
  'OPP',
  'ADJACENT',
  'ADJ',
  'NEXT',
  'ATTN',
  'AT',
  'OFF',
  'FROM',
  'BESIDE',
]);
/** Of these, the ones that occur in street names unless the street is over. */
const NOTE_AFTER_STREET = new Set(['AT', 'OFF', 'NEXT', 'FROM', 'ACROSS', 'OPP', 'ADJ']);
const URBANIZATION = new Set(['URB', 'URBANIZACION', 'URBANIZATION', 'URBNZ']);
const SPANISH_STREETS = new Set([
  'CALLE',
  'CLL',
  'CLLE',
  'AVE',
  'AVENIDA',
  'AVDA',
  'CARR',
  'CARRETERA',
  'CAMINO',
  'PASEO',
  'VIA',
  'BLVD',
  'PASAJE',
]);

/** The words of one line and what has been found in them so far. */
class LineParser {
  private readonly units: UnitPart[] = [];
  private urbanization = '';
  private number: HouseNumber | undefined;
  private numberAt = 0;
  /** The words after the number up to where something else than the street begins. */
  private streetFrom = 0;
  private streetTo = 0;
  /** The city's words, where a comma or a unit sets them apart. */
  private cityFrom = 0;
  private cityTo = 0;
  private readonly to: number;

  constructor(
    private readonly tokens: readonly Token[],
    private readonly notes: readonly string[],
    private readonly tail: Tail,
    private readonly state: string,
    private readonly zip: Zip,
    private readonly city: City,
    private readonly hasNoFields: boolean,
  ) {
    this.to = tail.from;
  }

  parse(): ParsedAddress {
    const start = this.takeFront();
    const mail = mailFormAt(this.tokens, start, this.to);
    if (mail !== undefined) return this.mail(mail.kind, mail.box, mail.route, mail.next);

    this.numberAt = start;
    this.number = takeNumber(this.tokens, start, this.to, this.locality(this.city.key));
    if (this.number === undefined) {
      const later = this.numberBehindBuilding(start);
      if (later === undefined) return this.withoutNumber(start);
      this.numberAt = later;
      this.number = takeNumber(this.tokens, later, this.to, this.locality(this.city.key));
    }
    this.streetFrom = this.number?.next ?? start;
    const behind = mailFormAt(this.tokens, this.streetFrom, this.to);
    if (behind !== undefined && behind.box !== '')
      return this.mail(behind.kind, behind.box, behind.route, behind.next);

    this.takeRest(this.takeStreet());
    this.takeNotes();
    return this.assemble();
  }

  private locality(key: string) {
    return { state: this.state, zip5: this.zip.zip5, cityKey: key };
  }

  private word(i: number): string {
    return i < this.to ? (this.tokens[i]?.text ?? '') : '';
  }

  private startsWithDigit(i: number): boolean {
    const c = this.word(i).charCodeAt(0);
    return c >= 48 && c <= 57;
  }

  /** Units and urbanisation before the number: `APT 4, 20 ELM`, `#42 233 S WACKER`, `URB ALTURAS 5 CALLE 2`. */
  private takeFront(): number {
    let i = 0;
    if (
      (this.word(0) === 'NO' || this.word(0) === '#') &&
      this.startsWithDigit(1) &&
      !this.startsWithDigit(2)
    )
      i = 1;
    else if (!(this.word(0) === 'UNIT' && mailFormAt(this.tokens, 0, this.to) !== undefined)) {
      for (let taken = this.frontUnit(i); taken !== undefined; taken = this.frontUnit(i)) {
        this.units.push(taken.part);
        i = taken.next;
      }
    }
    const named = URBANIZATION.has(this.word(i));
    if (
      named ||
      (this.state === 'PR' && takeNumber(this.tokens, i, this.to, this.locality('')) === undefined)
    ) {
      for (let j = i + 1; j < this.to && j - i < 8; j++) {
        const isNumber = this.startsWithDigit(j) || /^[A-Z]{1,2}-?\d+$/.test(this.word(j));
        if (!isNumber || !(named || SPANISH_STREETS.has(this.word(j + 1)))) continue;
        this.urbanization = this.words(named ? i + 1 : i, j);
        return j;
      }
    }
    return i;
  }

  private frontUnit(i: number) {
    const token = this.tokens[i];
    if (
      token === undefined ||
      (token.text !== '#' && token.word?.unit === undefined && this.tokens[i + 1]?.word?.unit === undefined)
    ) {
      return token === undefined ? undefined : this.ifNumberFollows(gluedUnit(token, i));
    }
    return this.ifNumberFollows(unitAt(this.tokens, i, this.to, true));
  }

  private ifNumberFollows<T extends { next: number }>(taken: T | undefined): T | undefined {
    if (taken === undefined) return undefined;
    const isUnit = this.tokens[taken.next]?.word?.unit !== undefined;
    return this.startsWithDigit(taken.next) || isUnit || /^[NSEW]\d/.test(this.word(taken.next))
      ? taken
      : undefined;
  }

  private words(from: number, to: number): string {
    let text = '';
    for (let i = from; i < to; i++) text += (i === from ? '' : ' ') + this.word(i);
    return text;
  }

  /** `CITY HALL, 12 OAK ST`: the number opens a later part of the line. */
  private numberBehindBuilding(start: number): number | undefined {
    for (let i = start; i < this.to; i++) {
      const opens = i > start && this.tokens[i]?.before === ',';
      if (opens && this.startsWithDigit(i) && i + 1 < this.to && this.tokens[i + 1]?.before !== ',') {
        return takeNumber(this.tokens, i, this.to, this.locality(this.city.key)) === undefined
          ? undefined
          : i;
      }
      if (this.startsWithDigit(i) || this.tokens[i]?.word?.suffix?.strong === true) return undefined;
    }
    return undefined;
  }

  private withoutNumber(start: number): ParsedAddress {
    for (let i = start; i < this.to; i++) {
      const box = boxAt(this.tokens, i, this.to);
      if (box !== undefined && (this.word(i) !== 'BOX' || i === start))
        return this.mail('poBox', box.box, '', box.next);
    }
    for (let i = start + 1; i + 1 < this.to; i++) {
      if (this.word(i) !== 'AND' && this.word(i) !== 'AT') continue;
      const isStreet =
        this.tokens[i - 1]?.word?.suffix !== undefined ||
        this.tokens[i - 1]?.word?.direction !== '' ||
        this.to - i < 4;
      if (isStreet) return this.mail('intersection', '', this.words(start, this.to), this.to);
    }
    this.streetFrom = isDigits(this.word(start)) ? start + 1 : start;
    this.takeRest(this.takeStreet());
    return this.assemble();
  }

  private mail(kind: AddressKind, box: string, route: string, next: number): ParsedAddress {
    let from = next;
    for (let i = next; i < this.to; i++) if (this.tokens[i]?.before === ',') from = i;
    const city =
      this.city.key === '' && from < this.to ? cityOfTokens(this.tokens, from, this.to) : this.city;
    return notAStreet(kind, box, route, city, this.state, this.zip);
  }

  /** Walks to where the street ends and returns the index of the first word that is not its. */
  private takeStreet(): number {
    const { tokens, to } = this;
    const from = this.streetFrom;
    let settled = false;
    let k = from;
    for (; k < to; k++) {
      const token = tokens[k];
      if (token === undefined) break;
      if (k > from) {
        if (token.before === ',' || (token.before === '-' && k > from)) {
          const joined = this.continuesStreet(k);
          if (joined === 0) break;
          if (joined === 2) {
            k++;
            break;
          }
        }
        if (NOTE_OPENERS.has(token.text) && k + 1 < to && (settled || !NOTE_AFTER_STREET.has(token.text)))
          break;
        if (URBANIZATION.has(token.text)) break;
        if ((token.text === 'PO' || token.text === 'P' || token.text === 'POB') && boxAt(tokens, k, to))
          break;
        if (
          token.text === '#' ||
          token.word?.unit !== undefined ||
          tokens[k + 1]?.word?.unit?.code === 'FL'
        ) {
          if (unitAt(tokens, k, to, settled) !== undefined) break;
        } else if (settled && (gluedUnit(token, k) !== undefined || this.isUnitBeforeCity(k))) break;
      }
      const suffix = token.word?.suffix;
      const direction = token.word?.direction;
      settled =
        k > from && ((suffix?.strong ?? false) || (settled && direction !== undefined && direction !== ''));
      settled ||= k === from + 1 && token.text.length === 1 && tokens[from]?.word?.suffix?.code === 'AVE';
    }
    this.streetTo = k;
    return k;
  }

  /** `12 OAK ST 4 DOVER DE`: a number between a suffix and the city. */
  private isUnitBeforeCity(k: number): boolean {
    const token = this.tokens[k];
    if (
      token === undefined ||
      this.city.key !== '' ||
      !this.tail.found ||
      k + 1 >= this.to ||
      !isBareUnit(token)
    )
      return false;
    let last = k - 1;
    while (last > this.streetFrom && this.tokens[last]?.word?.direction) last--;
    const code = this.tokens[last]?.word?.suffix?.code;
    return (
      code !== 'RD' &&
      code !== 'HWY' &&
      code !== 'RTE' &&
      code !== 'LOOP' &&
      this.tokens[k + 1]?.word?.suffix === undefined
    );
  }

  /**
   * Whether the word after a comma still belongs to the street: a suffix or direction standing alone (1), or a
   * direction of two letters before the city, `RIVERSIDE DRIVE, SW CARTERSVILLE` (2).
   */
  private continuesStreet(k: number): 0 | 1 | 2 {
    const token = this.tokens[k];
    const next = k + 1 < this.to ? this.tokens[k + 1] : undefined;
    if (
      k === this.streetFrom + 1 &&
      this.tokens[k - 1]?.word?.direction &&
      token?.word?.suffix === undefined
    ) {
      // `12 N, OAK ST`: a comma after a direction means nothing, unless the city follows.
      for (let i = k; i < this.to && (i === k || this.tokens[i]?.before !== ','); i++)
        if (this.tokens[i]?.word?.suffix?.strong === true) return 1;
    }
    const alone =
      next === undefined ||
      next.before === ',' ||
      next.before === '-' ||
      next.text === '#' ||
      next.word?.unit?.plain === true;
    const direction = token?.word?.direction ?? '';
    if (direction !== '') return alone ? 1 : direction.length === 2 ? 2 : 0;
    if (
      token?.word?.suffix === undefined ||
      !alone ||
      (this.tail.from === k + 1 && this.tail.found && !token.word.suffix.strong)
    ) {
      return next?.word?.direction && token?.word?.suffix?.strong === true && !this.hasSuffixBefore(k)
        ? 1
        : 0;
    }
    return this.hasSuffixBefore(k) ? 0 : 1;
  }

  private hasSuffixBefore(k: number): boolean {
    for (let i = this.streetFrom + 1; i < k; i++)
      if (this.tokens[i]?.word?.suffix?.strong === true) return true;
    return false;
  }

  /** What follows the street: units, boxes, urbanisation, notes, at last the city. */
  private takeRest(from: number): void {
    const { tokens, to } = this;
    const wantsCity = this.city.key === '';
    let k = from;
    while (k < to) {
      const unit = unitAt(tokens, k, to, true);
      if (unit !== undefined) {
        this.units.push(unit.part);
        k = unit.next;
        continue;
      }
      const box = this.word(k) === 'BOX' ? undefined : boxAt(tokens, k, to);
      if (box !== undefined) {
        k = box.next;
        continue;
      }
      let end = k + 1;
      while (end < to && tokens[end]?.before !== ',' && !(tokens[end]?.before === '-' && end + 1 < to)) end++;
      const token = tokens[k];
      if (URBANIZATION.has(this.word(k))) {
        this.urbanization = this.words(k + 1, end);
      } else if (token !== undefined && isBareUnit(token) && (end === k + 1 || this.isUnitBeforeCity(k))) {
        this.units.push({ type: '', id: cleanId(token.text) });
        end = k + 1;
      } else if (this.word(k) === 'BOX' && end > k + 1) {
        this.units.push({ type: 'BOX', id: this.word(k + 1) });
        end = k + 2;
      } else if (wantsCity && end >= to && !this.opensNote(k) && (this.tail.found || this.hasNoFields)) {
        this.cityFrom = k;
        this.cityTo = to;
      }
      k = end;
    }
  }

  private opensNote(k: number): boolean {
    return NOTE_OPENERS.has(this.word(k)) || this.startsWithDigit(k) || this.word(k) === 'PRECINCT';
  }

  /** `(APT 4)` and `(REAR)` are units, `(rear entrance)` is not. */
  private takeNotes(): void {
    for (const note of this.notes) {
      const tokens = tokenise(note)?.tokens ?? [];
      const unit = unitAt(tokens, 0, tokens.length, true);
      if (unit !== undefined && unit.next === tokens.length) this.units.push(unit.part);
    }
  }

  private assemble(): ParsedAddress {
    if (this.city.key !== '') {
      const end = this.withoutRepeatedCity(this.city.key);
      return this.reading(end, this.city, false, []);
    }
    if (this.cityTo > this.cityFrom) {
      const city = cityOfTokens(this.tokens, this.cityFrom, this.cityTo);
      this.streetTo = this.withoutRepeatedCity(city.key);
      return this.withDirectedCity(city);
    }
    const splits = this.tail.found || this.hasNoFields ? this.splits() : [];
    const [first, ...others] = splits;
    if (first === undefined) return this.reading(this.streetTo, NO_CITY, false, []);
    const read = (split: Split, rest: readonly ParsedAddress[]) =>
      this.reading(
        split.cityFrom,
        cityOfTokens(this.tokens, split.cityFrom, this.streetTo),
        split.needsCity,
        rest,
      );
    return read(
      first,
      others.map((split) => read(split, [])),
    );
  }

  /** `1 FIRST ST, E SAN JOSE` is East San Jose, or First St E in San Jose if a city confirms it. */
  private withDirectedCity(city: City): ParsedAddress {
    const opener = this.tokens[this.cityFrom];
    const last = this.tokens[this.streetTo - 1];
    const isOpen =
      opener?.before !== ',' ||
      !opener.word?.direction ||
      this.cityTo - this.cityFrom < 2 ||
      this.cityFrom !== this.streetTo;
    if (isOpen || !(last?.word?.suffix?.strong === true)) return this.reading(this.streetTo, city, false, []);
    const other = this.reading(
      this.streetTo + 1,
      cityOfTokens(this.tokens, this.cityFrom + 1, this.cityTo),
      true,
      [],
    );
    return this.reading(this.streetTo, city, true, [other]);
  }

  private splits(): readonly Split[] {
    // Without ZIP or state in the line only a suffix tells that a city follows: `430 WEBSTER ST PALO ALTO`.
    const splits = splitStreetFromCity(this.tokens, this.streetFrom, this.streetTo, this.state);
    if (this.tail.found) return splits;
    return splits[0]?.ended === true && this.number !== undefined ? splits : [];
  }

  /** `105 CEDAR ST STONEFORT` beside the city Stonefort: the repetition goes, if a street remains. */
  private withoutRepeatedCity(key: string): number {
    const { streetFrom, streetTo } = this;
    for (let words = 1; words <= 4 && streetTo - words > streetFrom; words++) {
      const end = streetTo - words;
      if (cityKey(this.tokens, end, streetTo) !== key) continue;
      const last = this.tokens[end - 1];
      const over = last?.word?.suffix !== undefined && end - 1 > streetFrom;
      const numbered = this.startsWithDigit(end - 1) || (last?.word?.direction && end - 1 > streetFrom);
      return over || numbered || (this.tail.found && this.city.key !== '') ? end : streetTo;
    }
    if (!this.tail.found || this.city.key === '') return streetTo;
    const [first] = splitStreetFromCity(this.tokens, streetFrom, streetTo, this.state);
    return first !== undefined && !first.needsCity ? first.cityFrom : streetTo;
  }

  private reading(
    streetTo: number,
    city: City,
    needsCity: boolean,
    otherReadings: readonly ParsedAddress[],
  ): ParsedAddress {
    const street = readStreet(
      this.tokens,
      this.streetFrom,
      streetTo,
      this.state === '' ? stateOfZip(this.zip.zip5) : this.state,
    );
    const units =
      street.bareUnit === '' ? this.units : [{ type: '', id: cleanId(street.bareUnit) }, ...this.units];
    const { type, unit } = units.length === 0 ? NO_UNIT : unitText(units);
    let number = this.number;
    if (
      number !== undefined &&
      number.text.includes('-') &&
      this.zip.zip5 === '' &&
      this.city.key === '' &&
      city.key !== ''
    ) {
      number = takeNumber(this.tokens, this.numberAt, this.to, this.locality(city.key)) ?? number;
    }
    const military = isMilitaryPlace(city.key, this.state);
    return {
      kind: military ? 'military' : 'street',
      number: number?.text ?? '',
      numberForm: number?.form ?? 'plain',
      predirectional: street.predirectional,
      street: street.name,
      suffix: street.suffix,
      postdirectional: street.postdirectional,
      unitType: type,
      unit,
      urbanization: this.urbanization,
      city: city.name,
      state: this.state,
      zip5: this.zip.zip5,
      zip4: this.zip.zip4,
      box: '',
      route: '',
      numberKey: number === undefined ? '' : numberKey(number.text, number.form),
      streetKey: street.key,
      unitKey: units.length === 0 ? '' : unitKey(units),
      cityKey: city.key,
      stateKey: this.state === '' ? stateOfZip(this.zip.zip5) : this.state,
      needsCity,
      otherReadings,
    };
  }
}

const NO_UNIT = { type: '', unit: '' };

function notAStreet(
  kind: AddressKind,
  box: string,
  route: string,
  city: City,
  state: string,
  { zip5, zip4 }: Zip,
): ParsedAddress {
  return {
    kind,
    number: '',
    numberForm: 'plain',
    predirectional: '',
    street: '',
    suffix: '',
    postdirectional: '',
    unitType: '',
    unit: '',
    urbanization: '',
    city: city.name,
    state,
    zip5,
    zip4,
    box,
    route,
    numberKey: '',
    streetKey: '',
    unitKey: '',
    cityKey: city.key,
    stateKey: state === '' ? stateOfZip(zip5) : state,
    needsCity: false,
    otherReadings: NO_READINGS,
  };
}

const NO_READINGS: readonly ParsedAddress[] = [];

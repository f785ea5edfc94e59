/**
 * Forms that receive mail but are not a property: boxes, rural routes, highway contracts, general delivery,
 * military mail. Source: USPS Publication 28, §24–29 and §38.
 */
import { militaryStates } from '../data/states.js';
import type { AddressKind } from '../types.js';
import { type Words, at, textOf } from '../words.js';

export interface MailForm {
  readonly kind: AddressKind;
  readonly box: string;
  readonly route: string;
  /** Index of the first word after it. */
  readonly next: number;
}

function mailForm(kind: AddressKind, next: number, box = '', route = ''): MailForm {
  return { kind, box, route, next };
}

/** `RR2`, `HC-4`. */
const GLUED_ROUTE = /^(?:RR|RFD|HCR?)-?\d+$/;

/** The mail form that begins at `i`. */
export function mailFormAt(words: Words, i: number): MailForm | undefined {
  const { text, is, digit, number } = at(words, i);
  if (number || !(digit ? GLUED_ROUTE.test(text) || text === MISREAD_PO : is.mail)) return undefined;
  const next = at(words, i + 1);
  if (text.startsWith('GEN') || text === 'GD') {
    const whole = text === 'GD' ? next.text === '' : next.text.startsWith('DEL');
    return whole ? mailForm('generalDelivery', text === 'GD' ? i + 1 : i + 2) : undefined;
  }
  if (text.startsWith('US')) return mailForm('military', words.length, '', text);
  if (text === 'PSC' || text === 'CMR' || text === 'UNIT') {
    const box = next.digit ? boxAt(words, i + 2) : undefined;
    return box && mailForm('military', box.next, box.box, text + ' ' + next.text);
  }
  return boxAt(words, i) ?? routeAt(words, i);
}

/** `PO BOX 9`, `P.O. Box #9`, `POB 9`, `Post Office Drawer A`, `Box 9`. */
export function boxAt(words: Words, i: number): MailForm | undefined {
  const found = openBox(words, i);
  if (found === undefined) return undefined;
  const [holder, plain] = found;
  let next = holder;
  while (at(words, next).is.mark) next++;
  const { text, digit } = at(words, next);
  if (digit || text.length === 1) return mailForm('poBox', next + 1, text);
  return plain ? undefined : mailForm('poBox', next);
}

const BOX = /^(?:B|BX|B0X|BOX|DRAWER|CALLER)$/;
/** `PO` with a zero. */
const MISREAD_PO = 'P0';

/** The word after `PO BOX`; true if the words might mean something else. */
function openBox(words: Words, i: number): [number, boolean] | undefined {
  const { text, is } = at(words, i);
  const second = at(words, i + 1).text;
  if (!is.box) return text === MISREAD_PO && BOX.test(second) ? [i + 2, false] : undefined;
  if (/^(?:POB|POBOX|LOCKBOX)$/.test(text)) return [i + 1, false];
  if (/^(?:BOX|DRAWER|CALLER)$/.test(text)) return [i + 1, true];
  const isTwo = (text === 'P' && second === 'O') || (text === 'POST' && second === 'OFFICE');
  if (!isTwo && !/^(?:PO|PB|POSTAL)$/.test(text)) return undefined;
  const holder = isTwo ? i + 2 : i + 1;
  if (BOX.test(at(words, holder).text)) return [holder + 1, false];
  return text === 'PO' && at(words, holder).digit ? [holder, false] : undefined;
}

const ROUTE = /^(RR|RFD|HCR?)-?(\d*)$/;

/** `RR 2 BOX 8`, `Rural Route 2`, `RT 2 BOX 8`, `HC 4 BOX 1`, `Highway Contract Rte 46 Box 992`, `Star Route 2`. */
function routeAt(words: Words, i: number): MailForm | undefined {
  const { text } = at(words, i);
  const isRoute = (j: number) => /^(?:ROUTE|RTE?)$/.test(at(words, j).text);
  const [, form = '', glued = ''] = ROUTE.exec(text) ?? [];
  const rural = form.startsWith('R') || text.startsWith('R');
  /** True if the designation may also be a street's: then only a box after it makes it a mail route. */
  let needsBox = false;
  let next = i + 1;
  if (form !== '' || text === 'RURAL' || text === 'STAR') {
    if (isRoute(next)) next++;
    else if (form === '') return undefined;
  } else if (text === 'R' || text === 'H') {
    const letters = textBetween(words, next);
    if (text === 'H' ? letters.startsWith('C') : letters.startsWith('R')) next++;
    else if (text === 'R' && letters === 'FD') next += 2;
    else return undefined;
  } else if (text === 'HIGHWAY' || text === 'HWY') {
    if (!at(words, next).text.startsWith('CONTRACT')) return undefined;
    next += isRoute(next + 1) ? 2 : 1;
  } else if (isRoute(i) || text === 'RD' || text === 'SR') needsBox = true;
  else return undefined;

  while (at(words, next).is.mark) next++;
  let route = glued;
  const id = at(words, next);
  if (route === '' && (id.digit || (id.text.length === 1 && boxAt(words, next + 1) !== undefined))) {
    route = id.text;
    next++;
  }
  const box = boxAt(words, next);
  const boxed = box !== undefined && box.box !== '';
  if (!boxed && (needsBox || (route === '' && form !== 'RFD'))) return undefined;
  const kind = rural ? 'ruralRoute' : 'highwayContract';
  return boxed ? mailForm(kind, box.next, box.box, route) : mailForm(kind, next, '', route);
}

/** The letter at `i`, with the one after it. */
function textBetween(words: Words, i: number): string {
  const second = at(words, i + 1).text;
  return at(words, i).text + (second.length === 1 ? second : '');
}

/** A box somewhere in a line that has no number. */
export function mailInside(words: Words, from: number): MailForm | undefined {
  for (let i = from; i < words.length; i++) {
    const box = at(words, i).text === 'BOX' && i > from ? undefined : boxAt(words, i);
    if (box !== undefined) return box;
  }
  return undefined;
}

/** `MAIN ST & OAK AVE`. */
export function intersection(words: Words, from: number): MailForm | undefined {
  const crossing = words.findIndex(
    ({ text }, i) => i > from && i < words.length - 1 && (text === 'AND' || text === 'AT'),
  );
  const { is } = at(words, crossing - 1);
  const isStreet = is.suffix !== '' || is.direction !== '' || words.length - crossing < 4;
  return crossing < 0 || !isStreet
    ? undefined
    : mailForm('intersection', words.length, '', textOf(words, from, words.length));
}

/** Whether the place is military mail: `APO AE 09324`. */
export function isMilitaryPlace(cityKey: string, state: string): boolean {
  return militaryStates.has(state) || (cityKey.length === 3 && /^[AFD]PO$/.test(cityKey));
}

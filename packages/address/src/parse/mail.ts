/**
 * Forms that receive mail but are no property: boxes, rural routes, highway contracts, general delivery, military
 * mail. Source: USPS Publication 28, §24–29 and §38.
 */
import { militaryStates } from '../data/states.js';
import type { Token } from '../tokens.js';
import type { AddressKind } from '../types.js';

export interface MailForm {
  readonly kind: AddressKind;
  readonly box: string;
  readonly route: string;
  /** Index of the first word after it. */
  readonly next: number;
}

const HAS_DIGIT = /\d/;
const MILITARY_CITIES = new Set(['APO', 'FPO', 'DPO']);
const SHIPS = new Set(['USS', 'USCGC', 'USNS']);

/** The mail form that begins at `at`. */
export function mailFormAt(tokens: readonly Token[], at: number, end: number): MailForm | undefined {
  const word = (i: number) => (i < end ? (tokens[i]?.text ?? '') : '');
  const first = word(at);
  switch (first) {
    case 'PO':
    case 'P':
    case 'POB':
    case 'POBOX':
    case 'PB':
    case 'POST':
    case 'POSTAL':
    case 'BOX':
    case 'DRAWER':
    case 'CALLER':
    case 'LOCKBOX':
      return boxAt(tokens, at, end);
    case 'GENERAL':
    case 'GEN':
      return word(at + 1).startsWith('DEL')
        ? { kind: 'generalDelivery', box: '', route: '', next: at + 2 }
        : undefined;
    case 'GD':
      return at + 1 >= end ? { kind: 'generalDelivery', box: '', route: '', next: at + 1 } : undefined;
    case 'PSC':
    case 'CMR':
    case 'UNIT': {
      const box = HAS_DIGIT.test(word(at + 1)) ? boxNumber(tokens, at + 2, end) : undefined;
      if (box === undefined) return undefined;
      return { kind: 'military', box: box.id, route: first + ' ' + word(at + 1), next: box.next };
    }
    default:
  }
  if (SHIPS.has(first)) return { kind: 'military', box: '', route: first, next: end };
  return routeAt(tokens, at, end);
}

/** `PO BOX 9`, `P.O. Box #9`, `POB 9`, `Post Office Drawer A`, `Box 9`. */
export function boxAt(tokens: readonly Token[], at: number, end: number): MailForm | undefined {
  const word = (i: number) => (i < end ? (tokens[i]?.text ?? '') : '');
  let i = at;
  let plainBox = false;
  const first = word(i);
  if (first === 'POB' || first === 'POBOX' || first === 'LOCKBOX') i++;
  else if (first === 'BOX' || first === 'DRAWER' || first === 'CALLER') {
    i++;
    plainBox = true;
  } else {
    if (first === 'PO') i++;
    else if ((first === 'P' && word(i + 1) === 'O') || (first === 'POST' && word(i + 1) === 'OFFICE')) i += 2;
    else if (first === 'POSTAL' || first === 'PB') i++;
    else return undefined;
    const holder = word(i);
    if (holder === 'BOX' || holder === 'B' || holder === 'BX' || holder === 'DRAWER' || holder === 'CALLER')
      i++;
    else if (!(first === 'PO' && HAS_DIGIT.test(holder))) return undefined;
  }
  while (word(i) === '#' || word(i) === 'NO' || word(i) === 'NUMBER') i++;
  const id = word(i);
  const isId = HAS_DIGIT.test(id) || id.length === 1;
  if (!isId) return plainBox ? undefined : { kind: 'poBox', box: '', route: '', next: i };
  return { kind: 'poBox', box: id, route: '', next: i + 1 };
}

function boxNumber(
  tokens: readonly Token[],
  at: number,
  end: number,
): { id: string; next: number } | undefined {
  const found = boxAt(tokens, at, end);
  return found === undefined || found.box === '' ? undefined : { id: found.box, next: found.next };
}

/** `RR 2 BOX 8`, `Rural Route 2`, `RT 2 BOX 8`, `HC 4 BOX 1`, `Highway Contract Rte 46 Box 992`, `Star Route 2`. */
function routeAt(tokens: readonly Token[], at: number, end: number): MailForm | undefined {
  const word = (i: number) => (i < end ? (tokens[i]?.text ?? '') : '');
  const route = (i: number) => word(i) === 'ROUTE' || word(i) === 'RT' || word(i) === 'RTE';
  let i = at;
  let kind: AddressKind = 'ruralRoute';
  /** The designation is also a street's, so only a box after it makes it a mail route. */
  let needsBox = false;
  switch (word(i)) {
    case 'RR':
    case 'RFD':
    case 'RURAL':
      i++;
      if (word(at) === 'RURAL' && !route(i)) return undefined;
      if (route(i)) i++;
      break;
    case 'R':
      if (word(i + 1) === 'F' && word(i + 2) === 'D') i += 3;
      else if (word(i + 1) === 'R') i += 2;
      else return undefined;
      break;
    case 'STAR':
      if (!route(i + 1)) return undefined;
      kind = 'highwayContract';
      i += 2;
      break;
    case 'HC':
    case 'HCR':
      kind = 'highwayContract';
      i += route(i + 1) ? 2 : 1;
      break;
    case 'H':
      if (word(i + 1) !== 'C') return undefined;
      kind = 'highwayContract';
      i += 2;
      break;
    case 'HIGHWAY':
    case 'HWY':
      if (!word(i + 1).startsWith('CONTRACT')) return undefined;
      kind = 'highwayContract';
      i += route(i + 2) ? 3 : 2;
      break;
    case 'ROUTE':
    case 'RT':
    case 'RTE':
    case 'RD':
    case 'SR':
      needsBox = true;
      i++;
      break;
    default: {
      const glued = /^(RR|HC|RFD|HCR)-?(\d+)$/.exec(word(i));
      if (glued === null) return undefined;
      const box = boxNumber(tokens, i + 1, end);
      const form = (glued[1] ?? '').startsWith('H') ? 'highwayContract' : 'ruralRoute';
      return { kind: form, box: box?.id ?? '', route: glued[2] ?? '', next: box?.next ?? i + 1 };
    }
  }
  while (word(i) === '#' || word(i) === 'NO') i++;
  const hasNumber =
    HAS_DIGIT.test(word(i)) || (word(i).length === 1 && boxNumber(tokens, i + 1, end) !== undefined);
  const number = hasNumber ? word(i) : '';
  if (hasNumber) i++;
  const box = boxNumber(tokens, i, end);
  if (box === undefined && (needsBox || (number === '' && word(at) !== 'RFD'))) return undefined;
  return { kind, box: box?.id ?? '', route: number, next: box?.next ?? i };
}

/** Whether the place is military mail: `APO AE 09324`. */
export function isMilitaryPlace(cityKey: string, state: string): boolean {
  return militaryStates.has(state) || MILITARY_CITIES.has(cityKey);
}

/** Grid coordinates written in one word: `48S 400E` is `48 S 400 E`. */
import { lexicon } from '../lexicon.js';
import type { Token } from '../tokens.js';

const COORDINATE = /^(\d{1,5})([NSEW])$/;

/** The same words, with coordinates cut in two where a pair of them, or a direction before one, shows the grid. */
export function cutCoordinates(tokens: readonly Token[]): readonly Token[] {
  for (let i = 1; i < tokens.length && i < 5; i++) {
    const last = tokens[i];
    if (last === undefined || !isCoordinate(last)) continue;
    const previous = tokens[i - 1];
    const paired = i === 1 && previous !== undefined && isCoordinate(previous);
    const directed = i === 2 && previous?.word?.direction.length === 1;
    if (!paired && !directed) continue;
    return tokens.flatMap((token, at) => (at === i || (paired && at === i - 1) ? cut(token) : [token]));
  }
  return tokens;
}

function isCoordinate({ text }: Token): boolean {
  const first = text.charCodeAt(0);
  return first >= 48 && first <= 57 && COORDINATE.test(text);
}

function cut(token: Token): readonly Token[] {
  const [, digits = '', direction = ''] = COORDINATE.exec(token.text) ?? [];
  return [
    { text: digits, word: undefined, before: token.before },
    { text: direction, word: lexicon.get(direction), before: '' },
  ];
}

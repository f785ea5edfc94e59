/** Grid coordinates written in one word: `48S 400E` is `48 S 400 E`. */
import { type Word, type Words, at, makeWord } from '../words.js';

const COORDINATE = /^(\d{1,5})([NSEW])$/;

/** The same words, with coordinates cut in two where a pair of them, or a direction before one, shows the grid. */
export function cutCoordinates(words: Words): Words {
  for (let i = 1; i < 3; i++) {
    if (!isCoordinate(at(words, i))) continue;
    const paired = i === 1 && isCoordinate(at(words, 0));
    const directed = i === 2 && at(words, 1).is.direction.length === 1;
    if (paired || directed)
      return words.flatMap((word, j) => (j === i || (paired && j === 0) ? cut(word) : [word]));
  }
  return words;
}

function isCoordinate({ digit, number, text }: Word): boolean {
  return digit && !number && COORDINATE.test(text);
}

function cut(word: Word): readonly Word[] {
  const [, digits = '', direction = ''] = COORDINATE.exec(word.text) ?? [];
  return [makeWord(digits, word.before, true, true), makeWord(direction)];
}

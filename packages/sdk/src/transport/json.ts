/** The object or list in a JSON text; undefined for anything else, such as a proxy's page or an empty text. */
export function parseJson(text: string): object | undefined {
  if (isTooDeep(text)) return undefined;
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? value : undefined;
  } catch {
    return undefined;
  }
}

/** Answers of the service have about five levels at most. A parser takes some 80 bytes for each. */
const MAX_LEVELS = 1_000;

function isTooDeep(text: string): boolean {
  let levels = 0;
  let isText = false;
  for (let at = 0; at < text.length && levels <= MAX_LEVELS; at++) {
    const character = text[at];
    if (character === '"') isText = !isText;
    else if (isText && character === '\\') at += 1;
    else if (isText) continue;
    else if (character === '[' || character === '{') levels += 1;
    else if (character === ']' || character === '}') levels -= 1;
  }
  return levels > MAX_LEVELS;
}

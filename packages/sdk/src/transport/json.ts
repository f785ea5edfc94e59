/** The object or list a text holds as JSON; undefined for everything else, a page of a proxy or nothing at all. */
export function parseJson(text: string): object | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? value : undefined;
  } catch {
    return undefined;
  }
}

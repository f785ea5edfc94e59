/**
 * The item at `index`, which must exist. Throws instead of returning a default, because a missing result could be mistaken
 * for a miss.
 */
export function itemAt<T>(list: ArrayLike<T>, index: number): T {
  const item = list[index];
  if (item === undefined) throw new Error(`a list of ${list.length} has no item ${index}`);
  return item;
}

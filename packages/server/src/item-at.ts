/**
 * The item at a place where there has to be one. An answer that is missing is a fault: with a default in its place it would
 * be taken for a miss.
 */
export function itemAt<T>(list: readonly T[], index: number): T {
  const item = list[index];
  if (item === undefined) throw new Error(`a list of ${list.length} has no item ${index}`);
  return item;
}

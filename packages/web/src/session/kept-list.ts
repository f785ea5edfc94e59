const PREFIX = 'skiptrace ';

/**
 * List in localStorage for an account (`accountName`), newest first. Shared by all tabs; items expire, and signing out removes
 * the list. Items that don't fit into localStorage stay in this tab.
 */
export class KeptList<Item extends { readonly at: number }> {
  readonly #here = new Map<string, readonly Item[]>();

  /** @param lifeMs lifetime of an item from its time `at`, in milliseconds since the epoch */
  constructor(
    private readonly name: string,
    private readonly maxItems: number,
    private readonly lifeMs: number,
  ) {}

  read(account: string, now = Date.now()): readonly Item[] {
    const items = this.#here.get(account) ?? this.#stored(account);
    return items.filter(({ at }) => now - at < this.lifeMs);
  }

  write(account: string, items: readonly Item[]): void {
    const kept = items.slice(0, this.maxItems);
    try {
      localStorage.setItem(this.#keyOf(account), JSON.stringify(kept));
      this.#here.delete(account);
    } catch {
      // Storage is full or forbidden.
      this.#here.set(account, kept);
    }
  }

  #keyOf(account: string): string {
    return `${PREFIX}${this.name} ${account}`;
  }

  #stored(account: string): readonly Item[] {
    try {
      return JSON.parse(localStorage.getItem(this.#keyOf(account)) ?? '[]') as Item[];
    } catch {
      return [];
    }
  }
}

/** Deletes all lists of an account. */
export function forgetKept(account: string): void {
  try {
    for (const key of Object.keys(localStorage)) {
      if (key.startsWith(PREFIX) && key.endsWith(` ${account}`)) localStorage.removeItem(key);
    }
  } catch {
    // Without localStorage, there is nothing to delete.
  }
}

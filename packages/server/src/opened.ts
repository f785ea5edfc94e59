/** Resources opened so far, to be closed together: the last first, because what is opened later uses what is there. */
export class Opened {
  readonly #closes: (() => Promise<void>)[] = [];

  async add<T extends { close(): Promise<void> }>(opening: Promise<T>): Promise<T> {
    const opened = await opening;
    this.#closes.push(() => opened.close());
    return opened;
  }

  /** Closes each, also after one that cannot be closed. @throws the first error of them */
  async close(): Promise<void> {
    const errors: unknown[] = [];
    for (const close of this.#closes.reverse().splice(0)) {
      await close().catch((error: unknown) => errors.push(error));
    }
    if (errors.length > 0) throw errors[0];
  }
}

/** Opens several things. When one of them cannot be opened, those before it are closed. */
export async function openAll<T>(open: (opened: Opened) => Promise<T>): Promise<T> {
  const opened = new Opened();
  try {
    return await open(opened);
  } catch (error) {
    await opened.close().catch(() => undefined);
    throw error;
  }
}

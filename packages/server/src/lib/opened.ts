/** Resources opened so far, to be closed together in reverse order, because later ones use earlier ones. */
export class Opened {
  readonly #closes: (() => Promise<void>)[] = [];

  async add<T extends { close(): Promise<void> }>(opening: Promise<T>): Promise<T> {
    const opened = await opening;
    this.#closes.push(() => opened.close());
    return opened;
  }

  /** Closes each resource, even after a failure. @throws the first error */
  async close(): Promise<void> {
    const errors: unknown[] = [];
    for (const close of this.#closes.reverse().splice(0)) {
      await close().catch((error: unknown) => errors.push(error));
    }
    if (errors.length > 0) throw errors[0];
  }
}

/** Opens several resources. If one of them cannot be opened, the earlier ones are closed. */
export async function openAll<T>(open: (opened: Opened) => Promise<T>): Promise<T> {
  const opened = new Opened();
  try {
    return await open(opened);
  } catch (error) {
    await opened.close().catch(() => undefined);
    throw error;
  }
}

import type { Socket } from 'node:net';
import { clientNetwork } from '../../limits/index.js';

/** Counts open connections by client network. */
export class Connections {
  readonly #open = new Map<string, number>();

  /** @param maxPerPlace 0 = any number */
  constructor(private readonly maxPerPlace: number) {}

  /** Counts a connection until it closes; one beyond the limit is destroyed. @returns whether it may stay */
  admit(socket: Socket): boolean {
    if (this.maxPerPlace === 0) return true;
    const from = clientNetwork(socket.remoteAddress ?? '');
    const open = this.#open.get(from) ?? 0;
    if (open >= this.maxPerPlace) {
      socket.destroy();
      return false;
    }
    this.#open.set(from, open + 1);
    socket.once('close', () => {
      const left = (this.#open.get(from) ?? 1) - 1;
      if (left === 0) this.#open.delete(from);
      else this.#open.set(from, left);
    });
    return true;
  }
}

import type { Context } from '../../context.js';
import type { CommandInput } from '../command.js';

/** The job that a command is about: its errors name it, whatever they are. */
export function jobId(input: CommandInput, { receipt }: Context): string {
  const id = input.argument(0);
  receipt.job(id);
  return id;
}

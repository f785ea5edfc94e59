import type { AddressInput } from '@skiptrace/sdk';
import type { Context } from '../../context.js';
import { renderJson } from '../../json.js';
import { dollars } from '../../money/cents.js';
import { plain } from '../../terminal/text.js';
import type { CommandInput } from '../command.js';
import { renderOwner } from './owner.js';

export async function run(input: CommandInput, context: Context): Promise<void> {
  const { console, receipt } = context;
  const address: AddressInput = {
    address: input.words.join(' '),
    ...part('city', input.text('city')),
    ...part('state', input.text('state')),
    ...part('zip', input.text('zip')),
  };
  const client = await context.client();
  receipt.mayCharge();
  const result = await client.lookup(address, { signal: context.signal }).catch((error: unknown) => {
    if (!mayHaveBeenCharged(error)) receipt.charged(0);
    throw error;
  });
  receipt.charged(result.found ? result.charged : 0);
  if (context.json) return console.data(renderJson(result, context.json));
  if (!result.found)
    return console.note(`No owner found for ${plain(address.address)}. Nothing was charged.`);
  await console.data(renderOwner(result));
  console.note(`Charged ${dollars(result.charged)}.`);
}

const part = (name: 'city' | 'state' | 'zip', value: string | undefined) =>
  value === undefined ? {} : { [name]: value };

/** The client's errors say so themselves; an interruption between request and answer leaves it open. */
function mayHaveBeenCharged(error: unknown): boolean {
  return !(error instanceof Error && 'mayHaveBeenCharged' in error && error.mayHaveBeenCharged === false);
}

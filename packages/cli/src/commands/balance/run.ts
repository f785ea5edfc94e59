import type { Context } from '../../context.js';
import { describeAccount } from '../../credentials/describe-account.js';
import { renderJson } from '../../json.js';
import type { CommandInput } from '../../input.js';

export async function run(_input: CommandInput, context: Context): Promise<void> {
  const client = await context.client();
  const account = await client.account({ signal: context.signal });
  await context.console.data(context.json ? renderJson(account, context.json) : describeAccount(account));
}

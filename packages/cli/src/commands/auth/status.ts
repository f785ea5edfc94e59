import type { Context } from '../../context.js';
import { maskKey, noKey } from '../../credentials/key.js';
import { describeAccount } from '../../credentials/describe-account.js';
import { whoIs } from '../../credentials/who.js';
import { renderJson } from '../../json.js';
import type { CommandInput } from '../../input.js';

export async function run(_input: CommandInput, context: Context): Promise<void> {
  const { console, profileName, baseUrl, receipt } = context;
  const found = await context.findKey();
  if (!found) throw noKey(receipt.suggest('auth', 'login'));
  const status = { profile: profileName, baseUrl, key: maskKey(found.apiKey), source: found.source };
  if (!context.json) {
    await console.data(
      [
        `Profile      ${status.profile}`,
        `Service      ${status.baseUrl}`,
        `Key          ${status.key}`,
        `From         ${status.source}`,
        '',
      ].join('\n'),
    );
  }
  const client = await context.client();
  // Free. When the service refuses the key (401), the command ends here with exit code 4.
  let account;
  try {
    account = await whoIs(client, context.signal);
  } catch (error) {
    const refused = error instanceof Error && 'code' in error && error.code === 'unauthorized';
    if (refused && !context.json) await console.data('Accepted     no\n');
    throw error;
  }
  await console.data(
    context.json
      ? renderJson(
          { ...status, accepted: true, account: account?.name, balanceCents: account?.balanceCents },
          context.json,
        )
      : `Accepted     yes\n${account ? describeAccount(account) : ''}`,
  );
}

import type { Context } from '../../context.js';
import { Failure } from '../../failures/failure.js';
import { renderJson } from '../../json.js';
import type { CommandInput } from '../../input.js';
import { completionScript } from './scripts.js';
import { SHELLS } from './shells.js';

export async function run(input: CommandInput, { console, json }: Context): Promise<void> {
  const shell = SHELLS.find((known) => known === input.argument(0));
  if (!shell)
    throw new Failure('usage', `The shell is one of ${SHELLS.join(', ')}; "${input.argument(0)}" is not.`);
  const script = completionScript(shell);
  await console.data(json ? renderJson({ shell, script }, json) : script);
}

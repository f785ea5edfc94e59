import type { JobHandle, SkipTraceJob } from '@skiptrace/sdk';
import type { Context } from '../context.js';
import { Failure } from '../failures/failure.js';
import { approve, type Spending, shortage } from '../spending/approve.js';
import { dollars } from '../amounts.js';
import { detailLines, previewedCents, priceLine } from './price.js';
import { shortId } from './words.js';

export interface Payment {
  readonly spending: Spending;
  /** See `priceLine`. */
  readonly ofWhat?: string;
  /** Command that approves the price in advance, shown if there is no terminal for the question. */
  readonly yesCommand: (cents: number) => string;
}

/** Shows the price of a job in preview, asks, and confirms it. Returns the cents charged. */
export async function pay(
  handle: JobHandle,
  preview: SkipTraceJob,
  { spending, ofWhat, yesCommand }: Payment,
  context: Context,
): Promise<number> {
  const { console, receipt } = context;
  const cents = previewedCents(preview);
  console.note(priceLine(preview, ofWhat), { style: 'bold' });
  for (const line of detailLines(preview)) console.note(line);
  const confirm = receipt.suggest('jobs', 'confirm', handle.id);
  const cancel = receipt.suggest('jobs', 'cancel', handle.id);
  const waiting = (approval: string) =>
    `The list waits for your approval, as job ${shortId(handle.id)}.\nTo approve: ${approval}\nTo cancel:  ${cancel}`;
  receipt.next = confirm;
  await approve(
    {
      cents,
      sentence: 'This job costs',
      shortage: () => shortage(cents, context),
      otherwise: waiting(confirm),
      toAllow: waiting(yesCommand(cents)),
      yesCommand: yesCommand(cents),
    },
    spending,
    context,
  );
  receipt.mayCharge();
  receipt.next = receipt.suggest('jobs', 'get', handle.id);
  const answer = await confirmAt(handle, cents, context);
  receipt.job(handle.id, answer.status);
  receipt.charged(answer.totalChargeCents);
  receipt.next = receipt.suggest('jobs', 'download', handle.id);
  if (answer.totalChargeCents > 0)
    console.note(`Charged ${dollars(answer.totalChargeCents)}.`, { mark: 'ok' });
  return answer.totalChargeCents;
}

/** Confirms at the price that was shown and approved, however long ago that was. */
async function confirmAt(handle: JobHandle, agreedCents: number, { signal, receipt }: Context) {
  try {
    return await handle.confirm({ signal, expectedTotalCents: agreedCents });
  } catch (error) {
    if (isRefusal(error)) {
      receipt.charged(0);
      receipt.next = undefined;
    }
    if (!(error instanceof Error && 'code' in error && error.code === 'cost_limit')) throw error;
    throw new Failure('price_changed', `The price changed: it is no longer ${dollars(agreedCents)}.`, {
      hint: 'The job was not confirmed.',
      next: receipt.suggest('jobs', 'confirm', handle.id),
      cause: error,
    });
  }
}

/** True if the client's error says that nothing can have been charged. */
function isRefusal(error: unknown): boolean {
  return error instanceof Error && 'mayHaveBeenCharged' in error && error.mayHaveBeenCharged === false;
}

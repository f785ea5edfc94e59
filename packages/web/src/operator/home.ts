import type { OperatorHome } from '../api/operator-home.js';
import { money, plural, time } from '../parts/format.js';

/** Something that waits for an operator. */
export interface ToDo {
  text: string;
  to: string;
  action: string;
  isUrgent: boolean;
}

/** Open work of an operator, the urgent first. */
export function toDos({ messages, requests, failedJobs, failedImports, lastCheck }: OperatorHome): ToDo[] {
  const found: (ToDo | false)[] = [
    requests.late > 0 && {
      text: `${plural(requests.late, 'request')} past the deadline`,
      ...{ to: '/operator/requests', action: 'Open requests', isUrgent: true },
    },
    (lastCheck?.findings.length ?? 0) > 0 && {
      text: `The doctor found ${plural(lastCheck?.findings.length ?? 0, 'problem')}`,
      ...{ to: '/operator#doctor', action: 'See below', isUrgent: true },
    },
    failedJobs > 0 && {
      text: `${plural(failedJobs, 'job')} failed in the last day`,
      ...{ to: '/operator/jobs?status=failed', action: 'See failed jobs', isUrgent: true },
    },
    failedImports > 0 && {
      text: `${plural(failedImports, 'import')} of owners failed in the last day`,
      ...{ to: '/operator/owners/imports?state=failed', action: 'See failed imports', isUrgent: true },
    },
    messages.open > 0 && {
      text:
        messages.unread > 0
          ? `${plural(messages.unread, 'unread message')}, ${messages.open} open`
          : plural(messages.open, 'open message'),
      ...{ to: '/operator/support', action: 'Open the inbox', isUrgent: messages.unread > 0 },
    },
    requests.letters > 0 && {
      text: `${plural(requests.letters, 'request')} can only be confirmed with a letter from you`,
      ...{ to: '/operator/requests?state=unconfirmed', action: 'Write letters', isUrgent: false },
    },
    requests.open > requests.late && {
      text: `${plural(requests.open - requests.late, 'open request')}${
        requests.nextDueAt === null || requests.late > 0 ? '' : `, the next due ${time(requests.nextDueAt)}`
      }`,
      ...{ to: '/operator/requests', action: 'Open requests', isUrgent: false },
    },
  ];
  return found.filter((one) => one !== false).sort((a, b) => Number(b.isUrgent) - Number(a.isUrgent));
}

/** Today's money of all accounts. */
export const moneyWords = ({ today }: OperatorHome): readonly (readonly [string, string])[] => [
  ['Charged today', money(today.spentCents)],
  ['Topped up today', money(today.toppedUpCents)],
  ['Refunded today', money(today.refundedCents)],
];

import { Badge } from '@mantine/core';
import type { OperatorAccount } from './accounts.js';

const SHOWN = {
  active: ['green', 'Active'],
  suspended: ['red', 'Suspended'],
  closed: ['gray', 'Closed'],
} as const;

export function AccountBadge({ status }: Pick<OperatorAccount, 'status'>) {
  const [color, text] = SHOWN[status];
  return (
    <Badge color={color} variant="light" tt="none" miw="max-content">
      {text}
    </Badge>
  );
}

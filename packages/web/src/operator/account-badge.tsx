import { Badge } from '@mantine/core';
import type { OperatorAccount } from './accounts.js';

export function AccountBadge({ status }: Pick<OperatorAccount, 'status'>) {
  return (
    <Badge color={status === 'active' ? 'green' : 'red'} variant="light" tt="none" miw="max-content">
      {status === 'active' ? 'Active' : 'Suspended'}
    </Badge>
  );
}

import { Button, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { bodyOf, own } from '../../api/clients.js';
import { accountChanged, type OperatorAccount } from '../../operator/accounts.js';
import { Confirm } from '../../parts/confirm.js';
import { money } from '../../parts/format.js';

type State = OperatorAccount['status'];

/** Suspends, closes or activates an account, after a dialog that explains the consequences for its money. */
export function ChangeState({ account }: { account: OperatorAccount }) {
  const queries = useQueryClient();
  const [asking, ask] = useDisclosure(false);
  // Kept while the dialog fades out.
  const [wanted, want] = useState<State>('suspended');
  const change = useMutation({
    mutationFn: (status: State) =>
      bodyOf(
        own.PATCH('/operator/api/accounts/{accountId}', {
          params: { path: { accountId: account.id } },
          body: { status },
        }),
      ),
    onSuccess: async () => {
      await accountChanged(queries, account.id);
      ask.close();
    },
  });
  const begin = (status: State) => {
    want(status);
    change.reset();
    ask.open();
  };
  const { verb, about } = questionOf(wanted, account);
  return (
    <>
      {account.status === 'active' ? (
        <>
          <Button variant="light" color="red" onClick={() => begin('suspended')}>
            Suspend
          </Button>
          <Button variant="light" color="red" onClick={() => begin('closed')}>
            Close
          </Button>
        </>
      ) : (
        <>
          {account.status === 'suspended' && (
            <Button variant="light" color="red" onClick={() => begin('closed')}>
              Close
            </Button>
          )}
          <Button color="green.9" onClick={() => begin('active')}>
            {account.status === 'closed' ? 'Reopen' : 'Activate'}
          </Button>
        </>
      )}
      <Confirm
        opened={asking}
        onClose={ask.close}
        title={`${verb} ${account.name}?`}
        action={`${verb} the account`}
        isDangerous={wanted !== 'active'}
        onConfirm={() => change.mutate(wanted)}
        isPending={change.isPending}
        error={change.error}
      >
        <Text size="sm">{about}</Text>
      </Confirm>
    </>
  );
}

function questionOf(
  wanted: State,
  { status, balanceCents }: OperatorAccount,
): { verb: string; about: string } {
  switch (wanted) {
    case 'suspended':
      return {
        verb: 'Suspend',
        about:
          'All keys and sign-ins of the account are refused from now on. Its balance and jobs stay as they are.',
      };
    case 'closed': {
      const rest =
        balanceCents === 0
          ? 'Its balance is $0.00.'
          : `Its balance of ${money(balanceCents)} stays in the ledger. Take it back on this page if you pay it out.`;
      return {
        verb: 'Close',
        about: `All keys and sign-ins of the account are refused from now on. Jobs that were paid for are finished. ${rest} You can reopen it.`,
      };
    }
    case 'active':
      return {
        verb: status === 'closed' ? 'Reopen' : 'Activate',
        about: 'The keys of the account are accepted again. People sign in anew.',
      };
  }
}

import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { bodyOf, own } from '../../api/clients.js';
import type { OperatorAccount } from '../../operator/accounts.js';
import { CopyOnce } from '../../parts/copy-once.js';
import { time } from '../../parts/format.js';
import { ProblemNote } from '../../parts/problem-note.js';

interface SignInLinkProps {
  account: OperatorAccount;
  opened: boolean;
  onClose: () => void;
}

/** Whoever has the link is the customer, so it is made when it is asked for, and shown once. */
export function SignInLink({ account, opened, onClose }: SignInLinkProps) {
  const make = useMutation({
    mutationFn: () =>
      bodyOf(
        own.POST('/operator/api/accounts/{accountId}/sign-in-links', {
          params: { path: { accountId: account.id } },
        }),
      ),
  });
  const close = () => {
    make.reset();
    onClose();
  };
  return (
    <Modal opened={opened} onClose={close} title={`Sign-in link for ${account.name}`} centered size="lg">
      <Stack>
        {make.data === undefined ? (
          <Text size="sm">
            Whoever opens the link is signed in as this customer. It works once. Give it to the customer in a
            way that only they can read.
          </Text>
        ) : (
          <CopyOnce
            label="Sign-in link"
            value={make.data.url}
            about={`It works once, until ${time(make.data.expiresAt)}, and isn't shown again.`}
          />
        )}
        {make.isError && <ProblemNote error={make.error} />}
        <Group justify="flex-end">
          {make.data === undefined ? (
            <>
              <Button variant="default" onClick={close}>
                Cancel
              </Button>
              <Button onClick={() => make.mutate()} loading={make.isPending}>
                Make a link
              </Button>
            </>
          ) : (
            <Button onClick={close}>Done</Button>
          )}
        </Group>
      </Stack>
    </Modal>
  );
}

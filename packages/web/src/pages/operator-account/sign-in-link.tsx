import { Button, Group, Stack, Text } from '@mantine/core';
import { bodyOf, own } from '../../api/clients.js';
import type { OperatorAccount } from '../../operator/accounts.js';
import { time } from '../../parts/format.js';
import { ProblemNote } from '../../parts/problem-note.js';
import { SecretDialog, useSecret } from '../../parts/secret-dialog.js';

interface SignInLinkProps {
  account: OperatorAccount;
  opened: boolean;
  onClose: () => void;
}

/** Makes a link that signs in as the customer; made only on request and shown only once. */
export function SignInLink({ account, opened, onClose }: SignInLinkProps) {
  const link = useSecret({
    name: 'sign-in link',
    make: (accountId: string) =>
      bodyOf(
        own.POST('/operator/api/accounts/{accountId}/sign-in-links', { params: { path: { accountId } } }),
      ),
    onClose,
  });
  const made = link.data;
  return (
    <SecretDialog
      opened={opened}
      onClose={link.close}
      title={`Sign-in link for ${account.name}`}
      isPending={link.isPending}
      secret={
        made === undefined
          ? null
          : {
              label: 'Sign-in link',
              value: made.url,
              about: `Copy it now: it isn't shown again. It works once, until ${time(made.expiresAt)}.`,
            }
      }
      done="I have copied it"
    >
      <Stack>
        <Text size="sm">
          Whoever opens the link is signed in as this customer. It works once. Give it to the customer in a
          way that only they can read.
        </Text>
        {link.isError && <ProblemNote error={link.error} />}
        <Group justify="flex-end">
          <Button variant="default" onClick={link.close} disabled={link.isPending}>
            Cancel
          </Button>
          <Button onClick={() => link.make(account.id)} loading={link.isPending}>
            Make a link
          </Button>
        </Group>
      </Stack>
    </SecretDialog>
  );
}

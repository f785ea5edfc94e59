import { ActionIcon, Menu, Text } from '@mantine/core';
import { Building2, CircleUser, LogOut, ScrollText } from 'lucide-react';
import { Link } from 'react-router';

export interface SessionMenuProps {
  /** Accessible name. */
  label: string;
  /** Name of the signed-in account or operator. */
  name: string;
  /** Path of the account page; missing for operators. */
  account?: string;
  /** Path of the terms of use; missing for operators. */
  terms?: string;
  signOut: {
    go(): void;
    /** Signs out everywhere; for operators, who have no account page. */
    goEverywhere?(): void;
    isPending: boolean;
    /** Error of a failed sign-out. */
    error: Error | null;
  };
}

/** Menu with the signed-in name and the sign-out button. */
export default function SessionMenu({ label, name, account, terms, signOut }: SessionMenuProps) {
  return (
    <Menu position="bottom-end" width={220}>
      <Menu.Target>
        <ActionIcon variant="default" size="lg" aria-label={label}>
          <CircleUser />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>
          <Text truncate>{name}</Text>
        </Menu.Label>
        {account !== undefined && (
          <Menu.Item component={Link} to={account} leftSection={<Building2 size={16} />}>
            Account
          </Menu.Item>
        )}
        {terms !== undefined && (
          <Menu.Item component={Link} to={terms} leftSection={<ScrollText size={16} />}>
            Terms of use
          </Menu.Item>
        )}
        <Menu.Item
          leftSection={<LogOut size={16} />}
          onClick={() => signOut.go()}
          disabled={signOut.isPending}
        >
          Sign out
        </Menu.Item>
        {signOut.goEverywhere !== undefined && (
          <Menu.Item
            leftSection={<LogOut size={16} />}
            onClick={() => signOut.goEverywhere?.()}
            disabled={signOut.isPending}
          >
            Sign out everywhere
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}

import { ActionIcon, Menu, Text } from '@mantine/core';
import { Building2, CircleUser, LogOut } from 'lucide-react';
import { Link } from 'react-router';

export interface SessionMenuProps {
  /** Accessible name. */
  label: string;
  /** Who is signed in. */
  name: string;
  /** The account page; operators have none. */
  account?: string;
  signOut: {
    go(): void;
    /** For operators, who have no account page. */
    goEverywhere?(): void;
    isPending: boolean;
    /** Why it failed; null otherwise. */
    error: Error | null;
  };
}

/** Who is signed in, and the button to sign out. */
export default function SessionMenu({ label, name, account, signOut }: SessionMenuProps) {
  return (
    <Menu position="bottom-end" width={220}>
      <Menu.Target>
        <ActionIcon variant="default" size="lg" aria-label={label}>
          <CircleUser size={18} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>
          <Text size="sm" truncate>
            {name}
          </Text>
        </Menu.Label>
        {account !== undefined && (
          <Menu.Item component={Link} to={account} leftSection={<Building2 size={16} aria-hidden />}>
            Account
          </Menu.Item>
        )}
        <Menu.Item
          leftSection={<LogOut size={16} aria-hidden />}
          onClick={() => signOut.go()}
          disabled={signOut.isPending}
        >
          Sign out
        </Menu.Item>
        {signOut.goEverywhere !== undefined && (
          <Menu.Item
            leftSection={<LogOut size={16} aria-hidden />}
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

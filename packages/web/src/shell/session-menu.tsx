import { ActionIcon, Menu, Text } from '@mantine/core';
import { Building2, CircleUser, LogOut, ScrollText } from 'lucide-react';
import { Link } from 'react-router';
import type { Home, SignOut } from '../session/sign-out.js';

export interface SessionMenuProps {
  home: Home;
  /** Name of the signed-in account or operator. */
  name: string;
  signOut: SignOut;
}

/** Menu with the signed-in name and the sign-out button. Operators have no account page, so they sign out everywhere here. */
export default function SessionMenu({ home, name, signOut }: SessionMenuProps) {
  const isCustomer = home === '/app';
  const leave = (label: string, everywhere: boolean) => (
    <Menu.Item
      leftSection={<LogOut size={16} />}
      onClick={() => signOut.mutate({ everywhere })}
      disabled={signOut.isPending}
    >
      {label}
    </Menu.Item>
  );
  return (
    <Menu position="bottom-end" width={220}>
      <Menu.Target>
        <ActionIcon variant="default" size="lg" aria-label={isCustomer ? 'Your account' : 'Your session'}>
          <CircleUser />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>
          <Text truncate>{name}</Text>
        </Menu.Label>
        {isCustomer && (
          <>
            <Menu.Item component={Link} to="/app/account" leftSection={<Building2 size={16} />}>
              Account
            </Menu.Item>
            <Menu.Item component={Link} to="/app/terms" leftSection={<ScrollText size={16} />}>
              Terms of use
            </Menu.Item>
          </>
        )}
        {leave('Sign out', false)}
        {!isCustomer && leave('Sign out everywhere', true)}
      </Menu.Dropdown>
    </Menu>
  );
}

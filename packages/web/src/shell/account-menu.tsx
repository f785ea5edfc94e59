import { ActionIcon, Menu, Text } from '@mantine/core';
import { Building2, CircleUser, LogOut } from 'lucide-react';
import { Link } from 'react-router';
import { useSignOut } from '../session/sign-out.js';

export default function AccountMenu({ name }: { name: string }) {
  const signOut = useSignOut();
  return (
    <Menu position="bottom-end" width={220}>
      <Menu.Target>
        <ActionIcon variant="default" size="lg" aria-label="Your account">
          <CircleUser size={18} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>
          <Text size="sm" truncate>
            {name}
          </Text>
        </Menu.Label>
        <Menu.Item component={Link} to="/app/account" leftSection={<Building2 size={16} aria-hidden />}>
          Account
        </Menu.Item>
        <Menu.Item
          leftSection={<LogOut size={16} aria-hidden />}
          onClick={() => signOut.mutate({ everywhere: false })}
          disabled={signOut.isPending}
        >
          Sign out
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

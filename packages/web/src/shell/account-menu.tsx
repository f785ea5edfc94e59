import { ActionIcon, Menu, Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Building2, CircleUser, LogOut } from 'lucide-react';
import { Link } from 'react-router';
import { bodyOf, own } from '../api/clients.js';

export default function AccountMenu({ name }: { name: string }) {
  const queries = useQueryClient();
  const signOut = useMutation({
    mutationFn: () => bodyOf(own.DELETE('/app/api/session')),
    // What was shown is nobody's any more.
    onSuccess: () => window.location.assign('/app/sign-in'),
    onError: () => void queries.invalidateQueries({ queryKey: ['session'] }),
  });
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
          onClick={() => signOut.mutate()}
          disabled={signOut.isPending}
        >
          Sign out
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

import { Alert } from '@mantine/core';
import { useNetwork } from '@mantine/hooks';
import { WifiOff } from 'lucide-react';

/** Says that the line is down; what is on the page stays, and goes on when the line is back. */
export function ConnectionNote() {
  const { online } = useNetwork();
  return (
    <div role="status">
      {!online && (
        <Alert color="yellow" icon={<WifiOff size={18} aria-hidden />} mb="md">
          You are offline. What you see may be old; this page goes on by itself when the connection is back.
        </Alert>
      )}
    </div>
  );
}

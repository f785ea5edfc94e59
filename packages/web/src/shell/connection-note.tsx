import { Alert } from '@mantine/core';
import { useNetwork } from '@mantine/hooks';
import { WifiOff } from 'lucide-react';
import { useRetryReason, type RetryReason } from './retried.js';

const WORDS: Readonly<Record<RetryReason | 'offline', string>> = {
  offline:
    'You are offline. What you see may be old; this page goes on by itself when the connection is back.',
  unanswered: 'The server does not answer. Trying again…',
  busy: 'The server is busy. Trying again…',
};

/** Says that the connection is down, or that requests are sent again. The page stays as it is, and goes on by itself. */
export default function ConnectionNote() {
  const { online } = useNetwork();
  const retryReason = useRetryReason();
  const reason = online ? retryReason : 'offline';
  return (
    <div role="status" className="connection-note">
      {reason !== null && (
        <Alert color="yellow" icon={<WifiOff size={18} aria-hidden />} mb="md">
          {WORDS[reason]}
        </Alert>
      )}
    </div>
  );
}

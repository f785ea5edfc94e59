import { Skeleton } from '@mantine/core';
import { Page } from '../parts/page.js';
import { ProblemNote } from '../parts/problem-note.js';
import { Shell, type ShellProps } from './shell.js';

interface WaitingShellProps extends Pick<ShellProps, 'home' | 'places'> {
  /** Why the session is not known; null while the server is asked. */
  error: unknown;
  retry: () => void;
}

/** The frame of a page before it is known who is signed in. A quick answer comes before the frame is seen. */
export function WaitingShell({ home, places, error, retry }: WaitingShellProps) {
  const isAsking = error === null;
  return (
    <div className={isAsking ? 'seen-late' : undefined}>
      <Shell home={home} title="" places={places}>
        {isAsking ? (
          <Skeleton h={240} radius="md" />
        ) : (
          <Page title="This page could not be loaded">
            <ProblemNote error={error} retry={retry} />
          </Page>
        )}
      </Shell>
    </div>
  );
}

import { Skeleton } from '@mantine/core';
import { Page } from '../parts/page.js';
import { ProblemNote } from '../parts/problem-note.js';
import { Shell, type ShellProps } from './shell.js';

interface WaitingShellProps extends Pick<ShellProps, 'home' | 'places'> {
  /** Error that kept the session from loading; null while it loads. */
  error: unknown;
  retry: () => void;
}

/** Frame of a page while the session loads. Appears with a delay, so a quick response comes before it is seen. */
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

import { Alert, Progress, Stack, Text } from '@mantine/core';
import { FileWarning } from 'lucide-react';
import { useEffect, type ReactNode } from 'react';
import { ListError } from '../../lead-file/reader.js';
import { Page } from '../../parts/page.js';
import { Steps } from '../../parts/steps.js';
import { ButtonTo, ProblemNote } from '../../parts/text.js';
import { FileGone } from './queries.js';

const STEPS = ['Map', 'Review', 'Pay', 'Download'] as const;

/** Internal step → step shown; uploading and matching appear under Pay. */
const SHOWN = {
  choose: null,
  columns: 'Map',
  check: 'Review',
  upload: 'Pay',
  match: 'Pay',
  approve: 'Pay',
  result: 'Download',
} as const;
export type Step = keyof typeof SHOWN;

/** Previous step; null on first load, when focus stays put. */
let stepBefore: Step | null = null;

/** Frame of the upload page: the progress through the steps, and the current step. */
export function StepPage({
  at,
  title,
  about,
  children,
}: {
  at: Step;
  title: string;
  about?: ReactNode;
  children: ReactNode;
}) {
  useEffect(() => {
    // The button that led here is gone, so keyboard and screen reader continue at the beginning of the step.
    if (stepBefore !== null && document.activeElement === document.body)
      document.getElementById('main')?.focus();
    stepBefore = at;
  }, [at]);
  const shown = SHOWN[at];
  return (
    <Page title={title} about={about} tab={shown === null ? title : `${shown} · ${title}`}>
      {shown !== null && <Steps steps={STEPS} at={shown} />}
      {children}
    </Page>
  );
}

/** Shows what is wrong with a list, what it cost (nothing), and what to do. */
export function ListProblem({ error, another = true }: { error: unknown; another?: boolean }) {
  if (!(error instanceof ListError) && !(error instanceof FileGone)) return <ProblemNote error={error} />;
  return (
    <Alert color="red" role="alert" icon={<FileWarning />} title={error.message}>
      <Stack gap="sm" align="flex-start">
        <Text>
          {error instanceof ListError && error.hint !== null && `${error.hint} `}
          Nothing was sent or charged.
        </Text>
        {another && (
          <ButtonTo to="/app/upload" size="xs">
            Choose another file
          </ButtonTo>
        )}
      </Stack>
    </Alert>
  );
}

/** Progress of something that this browser does. @param fraction from 0 to 1 */
export const Working = ({ on, fraction }: { on: string; fraction: number }) => (
  <div role="status">
    <Text>{on}…</Text>
    <Progress value={100 * fraction} animated aria-label={on} />
  </div>
);

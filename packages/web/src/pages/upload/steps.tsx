import { useEffect, type ReactNode } from 'react';
import { Page } from '../../parts/page.js';
import { Steps } from '../../parts/steps.js';

const STEPS = ['Choose', 'Columns', 'Check', 'Upload', 'Match', 'Approve', 'Result'] as const;
export type Step = (typeof STEPS)[number];

/** The step shown last. Null before the first, which gets no focus: screen readers begin a page by themselves. */
let stepBefore: Step | null = null;

/** The page at one of its steps: where it is on the way, and what there is to do. */
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
    // The button that led here is gone: the keyboard and a screen reader go on at the beginning of the step.
    if (stepBefore !== null && document.activeElement === document.body)
      document.getElementById('main')?.focus();
    stepBefore = at;
  }, [at]);
  return (
    <Page title={title} about={about}>
      <Steps steps={STEPS} at={at} />
      {children}
    </Page>
  );
}

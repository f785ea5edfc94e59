import { Box, Progress, Text } from '@mantine/core';
import { useEffect, type ReactNode } from 'react';
import { Page } from '../../parts/page.js';
import classes from './upload.module.css';

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
  const number = STEPS.indexOf(at) + 1;
  useEffect(() => {
    // The button that led here is gone: the keyboard and a reader of the screen go on at the beginning of the step.
    if (stepBefore !== null && document.activeElement === document.body)
      document.getElementById('main')?.focus();
    stepBefore = at;
  }, [at]);
  return (
    <Page title={title} about={about}>
      <nav aria-label="Steps">
        <Box hiddenFrom="sm">
          <Text size="sm" fw={600} mb={6}>
            Step {number} of {STEPS.length}: {at}
          </Text>
          <Progress value={(100 * number) / STEPS.length} size="sm" aria-hidden />
        </Box>
        <Box component="ol" visibleFrom="sm" className={classes['steps'] ?? ''}>
          {STEPS.map((step, index) => (
            <li
              key={step}
              aria-current={step === at ? 'step' : undefined}
              data-state={index + 1 < number ? 'done' : step === at ? 'here' : 'later'}
            >
              <span aria-hidden>{index + 1}</span> {step}
            </li>
          ))}
        </Box>
      </nav>
      {children}
    </Page>
  );
}

import { Box, Progress, Text } from '@mantine/core';
import classes from './steps.module.css';

/** Progress through several steps; a bar on phones. */
export function Steps({ steps, at }: { steps: readonly string[]; at: string }) {
  const number = steps.indexOf(at) + 1;
  return (
    <div role="group" aria-label="Steps">
      <Box hiddenFrom="sm">
        <Text fw={600} mb={6}>
          Step {number} of {steps.length}: {at}
        </Text>
        <Progress value={(100 * number) / steps.length} size="sm" aria-hidden />
      </Box>
      <Box component="ol" visibleFrom="sm" className={classes['steps'] ?? ''}>
        {steps.map((step, index) => (
          <li
            key={step}
            aria-current={step === at ? 'step' : undefined}
            data-state={index + 1 < number ? 'done' : step === at ? 'here' : 'later'}
          >
            <span aria-hidden>{index + 1}</span> {step}
          </li>
        ))}
      </Box>
    </div>
  );
}

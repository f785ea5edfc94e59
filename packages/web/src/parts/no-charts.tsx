import { Text } from '@mantine/core';

/** Shown if the chart library could not be loaded. */
export const NoCharts = () => (
  <Text size="sm" c="dimmed">
    The charts could not be loaded. Reload the page to see them.
  </Text>
);

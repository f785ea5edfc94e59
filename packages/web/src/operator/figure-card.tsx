import { Card, Text } from '@mantine/core';

interface FigureCardProps {
  label: string;
  value: string;
  /** Breakdown of the figure, in smaller text. */
  about?: string;
}

export function FigureCard({ label, value, about }: FigureCardProps) {
  return (
    <Card withBorder padding="md">
      <Text size="sm" c="dimmed">
        {label}
      </Text>
      <Text fz={24} fw={700}>
        {value}
      </Text>
      {about !== undefined && (
        <Text size="xs" c="dimmed">
          {about}
        </Text>
      )}
    </Card>
  );
}

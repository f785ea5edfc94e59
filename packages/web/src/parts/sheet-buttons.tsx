import { Button, Group, Text } from '@mantine/core';

interface SheetButtonsProps {
  /** The sheet that is read. */
  sheet: string;
  others: readonly string[];
  isDisabled?: boolean;
  onSheet: (sheet: string) => void;
}

/** The sheets of a workbook, with a button to read another one. */
export function SheetButtons({ sheet: taken, others, isDisabled = false, onSheet }: SheetButtonsProps) {
  return (
    <Group gap="xs" role="group" aria-label="Sheet">
      <Text size="sm">Sheet</Text>
      {[taken, ...others].map((sheet) => (
        <Button
          key={sheet}
          size="xs"
          variant={sheet === taken ? 'light' : 'default'}
          aria-pressed={sheet === taken}
          disabled={isDisabled}
          onClick={() => {
            if (sheet !== taken) onSheet(sheet);
          }}
        >
          {sheet}
        </Button>
      ))}
    </Group>
  );
}

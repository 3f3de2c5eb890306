import { ActionIcon, Box, Button, Group, Text } from '@mantine/core';
import { addDays, dayInWords } from '#shared/kernel/calendar.ts';
import { Icon } from '#web/ui/plain/Icon.tsx';

type DayStepsProps = { day: string; today: string; onDay: (day: string) => void };

/** Moves to the previous or next day, and back to today. */
export function DaySteps({ day, today, onDay }: DayStepsProps) {
  return (
    <Group justify="space-between" wrap="nowrap" mb="sm">
      <ActionIcon variant="default" size={48} aria-label="Tag davor" onClick={() => onDay(addDays(day, -1))}>
        <Icon name="chevron-left" />
      </ActionIcon>
      {day === today ? (
        <Text component="output" fw={600} ta="center">
          Heute, {dayInWords(day)}
        </Text>
      ) : (
        <Box ta="center">
          <Text component="output" fw={600}>
            {dayInWords(day)}
          </Text>{' '}
          <Button variant="subtle" size="compact-sm" onClick={() => onDay(today)}>
            Heute
          </Button>
        </Box>
      )}
      <ActionIcon variant="default" size={48} aria-label="Tag danach" onClick={() => onDay(addDays(day, 1))}>
        <Icon name="chevron-right" />
      </ActionIcon>
    </Group>
  );
}

import { ActionIcon, Button, Group, Text } from '@mantine/core';
import { addDays, germanDate, mondayOf, dayInWords } from '#shared/kernel/calendar.ts';
import { today } from '#web/lib/berlinDay.ts';
import { Icon } from '#web/ui/plain/Icon.tsx';
import type { View } from './views.ts';

type RangeBarProps = { view: View; day: string; onDay: (day: string) => void };

const months = new Intl.DateTimeFormat('de-DE', { month: 'long', year: 'numeric', timeZone: 'UTC' });

/** The shown range of days, with buttons for the previous and next one. */
export function RangeBar({ view, day, onDay }: RangeBarProps) {
  const step = (direction: 1 | -1) => {
    if (view === 'month')
      return onDay(direction > 0 ? addDays(`${day.slice(0, 7)}-28`, 4).slice(0, 8) + '01' : addDays(`${day.slice(0, 7)}-01`, -1));
    onDay(addDays(day, direction * (view === 'day' ? 1 : 7)));
  };
  return (
    <Group mb="sm" gap="xs" wrap="nowrap">
      <ActionIcon className="no-print" variant="default" size="lg" aria-label="Davor" onClick={() => step(-1)}>
        <Icon name="chevron-left" />
      </ActionIcon>
      <ActionIcon className="no-print" variant="default" size="lg" aria-label="Danach" onClick={() => step(1)}>
        <Icon name="chevron-right" />
      </ActionIcon>
      <Button className="no-print" variant="default" px="sm" flex="none" onClick={() => onDay(today())}>
        Heute
      </Button>
      <Text component="h2" fz={{ base: 'sm', sm: 'md' }} fw={600} lh={1.25} aria-live="polite">
        {wordsOf(view, day)}
      </Text>
    </Group>
  );
}

function wordsOf(view: View, day: string): string {
  if (view === 'day') return dayInWords(day);
  if (view === 'month') return months.format(new Date(`${day}T00:00:00Z`));
  return `${germanDate(mondayOf(day)).slice(0, 6)} bis ${germanDate(addDays(mondayOf(day), 6))}`;
}

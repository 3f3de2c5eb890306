import { Select, Text } from '@mantine/core';
import { dayInWords } from '#shared/kernel/calendar.ts';
import type { CheckedDates } from './queries.ts';
import classes from '../plan/plan.module.css';

/** What becomes of a date that is taken. */
export type Choice = {
  action: 'skip' | 'time' | 'facility' | 'ask';
  startTime?: string;
  endTime?: string;
  facilityId?: string;
  unitIds?: string[];
};

type ConflictListProps = {
  dates: CheckedDates;
  choices: { readonly [date: string]: Choice };
  onChoose: (date: string, choice: Choice) => void;
};

/** The dates of a series before it is booked: how many are free, which fall out and why, and what to do about the taken ones. */
export function ConflictList({ dates, choices, onChoose }: ConflictListProps) {
  const taken = dates.filter(({ result }) => result === 'conflict');
  const left = dates.filter(({ result }) => result === 'skipped');
  const free = dates.length - taken.length - left.length;
  return (
    <section aria-label="Prüfung der Termine">
      <Text component="output" fw={600}>
        {free} frei, {taken.length} belegt, {left.length} fallen aus
      </Text>
      {taken.map((one) => (
        <Select
          key={one.date}
          mt="xs"
          label={`${dayInWords(one.date)}: ${one.reason}`}
          data={optionsOf(one).map(({ value, label }) => ({ value, label }))}
          value={optionsOf(one).find(({ choice }) => JSON.stringify(choice) === JSON.stringify(choices[one.date]))?.value ?? 'skip'}
          allowDeselect={false}
          onChange={(value) => {
            const chosen = optionsOf(one).find((option) => option.value === value);
            if (chosen) onChoose(one.date, chosen.choice);
          }}
        />
      ))}
      {left.length > 0 && (
        <ul className={classes['plain']} aria-label="Ausfallende Termine">
          {left.map(({ date, reason }) => (
            <li key={date}>
              <s>{dayInWords(date)}</s> {reason}
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

function optionsOf(one: CheckedDates[number]): { value: string; label: string; choice: Choice }[] {
  return [
    { value: 'skip', label: 'Diesen Termin auslassen', choice: { action: 'skip' } },
    ...one.otherTimes.map(({ startTime, endTime, unitIds }) => ({
      value: `time ${startTime}`,
      label: `Andere Zeit: ${startTime}–${endTime}`,
      choice: { action: 'time' as const, startTime, endTime, unitIds },
    })),
    ...one.otherHalls.map(({ facilityId, facilityName, unitIds }) => ({
      value: `hall ${facilityId}`,
      label: `Andere Halle: ${facilityName}`,
      choice: { action: 'facility' as const, facilityId, unitIds },
    })),
    { value: 'ask', label: 'Den anderen Verein bitten', choice: { action: 'ask' } },
  ];
}

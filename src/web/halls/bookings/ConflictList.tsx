import { Button, Group, Select, Text } from '@mantine/core';
import { dayInWords } from '#shared/kernel/calendar.ts';
import type { CheckedDates } from './queries.ts';
import classes from '../plan/plan.module.css';

/** The resolution of an occupied date. */
export type Choice = {
  action: 'skip' | 'time' | 'facility' | 'ask';
  startTime?: string;
  endTime?: string;
  facilityId?: string;
  unitIds?: string[];
};

export type Choices = { readonly [date: string]: Choice };

type ConflictListProps = {
  dates: CheckedDates;
  choices: Choices;
  onChoose: (choices: Choices) => void;
  /** Returns to the form, if no date can be booked. */ onSearch: () => void;
};

/** Whether every date is either occupied and skipped, or cancelled anyway. */
export function isNothingLeft(dates: CheckedDates, choices: Choices): boolean {
  return dates.every(({ date, result }) => result === 'skipped' || (result === 'conflict' && (choices[date]?.action ?? 'skip') === 'skip'));
}

/** The dates of a series before booking: how many are free, which are omitted and why, and the options for occupied ones. */
export function ConflictList({ dates, choices, onChoose, onSearch }: ConflictListProps) {
  const taken = dates.filter(({ result }) => result === 'conflict');
  const left = dates.filter(({ result }) => result === 'skipped');
  const free = dates.length - taken.length - left.length;
  return (
    <section aria-label="Prüfung der Termine">
      <Text component="output" fw={600}>
        {free} frei, {taken.length} belegt, {left.length} fallen aus
      </Text>
      {taken.length > 1 && (
        <Select
          mt="xs"
          label="Für alle belegten Termine"
          placeholder="Einzeln, wie unten"
          data={togetherOf(taken).map(({ value, label }) => ({ value, label }))}
          value={togetherOf(taken).find((way) => isChosen(way.choices, taken, choices))?.value ?? null}
          onChange={(value) => onChoose(togetherOf(taken).find((way) => way.value === value)?.choices ?? {})}
        />
      )}
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
            if (chosen) onChoose({ [one.date]: chosen.choice });
          }}
        />
      ))}
      {isNothingLeft(dates, choices) && (
        <Group mt="sm" gap="xs">
          <Text size="sm">{nothingWords(dates.length, left.length)}</Text>
          <Button variant="default" onClick={onSearch}>
            Andere Zeit suchen
          </Button>
        </Group>
      )}
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

type Way = { value: string; label: string; choices: Choices };

/** The resolutions available for all occupied dates at once: a date on which the time or facility is not free is skipped. */
function togetherOf(taken: CheckedDates): Way[] {
  const skip: Choice = { action: 'skip' };
  const ways = Map.groupBy(
    taken.flatMap((one) => optionsOf(one).map((option) => ({ ...option, date: one.date }))),
    ({ value }) => value,
  );
  const found = [...ways.entries()].flatMap(([value, some]): (Way & { free: number })[] => {
    const [first] = some;
    if (!first) return [];
    const byDate = new Map(some.map(({ date, choice }) => [date, choice]));
    const choices = Object.fromEntries(taken.map(({ date }) => [date, byDate.get(date) ?? skip]));
    const label =
      first.choice.action === 'skip'
        ? 'Alle auslassen'
        : first.choice.action === 'ask'
          ? 'Bei allen den anderen Verein bitten'
          : `${first.label}, wo frei (${some.length} von ${taken.length})`;
    return [{ value, label, choices, free: some.length }];
  });
  const isPlace = ({ value }: Way) => value !== 'skip' && value !== 'ask';
  const places = found.filter(isPlace).toSorted((a, b) => b.free - a.free);
  const plain = found.filter((way) => !isPlace(way));
  return [...plain.filter(({ value }) => value === 'skip'), ...places.slice(0, 6), ...plain.filter(({ value }) => value === 'ask')];
}

function isChosen(wanted: Choices, taken: CheckedDates, choices: Choices): boolean {
  return taken.every(({ date }) => JSON.stringify(choices[date] ?? { action: 'skip' }) === JSON.stringify(wanted[date]));
}

function nothingWords(all: number, left: number): string {
  const taken = all === 1 ? 'Der Termin ist' : `Alle ${all} Termine sind`;
  if (left === 0) return `${taken} belegt. Es bleibt nichts zu buchen.`;
  return `${taken} belegt oder ${all === 1 ? 'fällt' : 'fallen'} aus. Es bleibt nichts zu buchen.`;
}

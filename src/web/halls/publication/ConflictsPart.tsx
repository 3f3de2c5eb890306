import { Select, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import type { DateChoice, PublicationConflict } from '#shared/halls/seasons/publication.ts';
import { germanDate } from '#shared/kernel/calendar.ts';
import { compareNames } from '#shared/kernel/fullName.ts';
import { MoreButton } from '#web/ui/lists/MoreButton.tsx';
import { notify, notifyProblem } from '#web/ui/notices/notices.tsx';
import { useDateChoices } from '../seasons/queries.ts';
import classes from './papers.module.css';

const pageSize = 20;

/** Resolves the dates of a plan that are occupied: one by one, or all in the same way. */
export function ConflictsPart({ id, conflicts }: { id: string; conflicts: readonly PublicationConflict[] }) {
  const choose = useDateChoices(id);
  const [count, setCount] = useState(pageSize);
  const sorted = conflicts.toSorted((a, b) => a.date.localeCompare(b.date) || compareNames(a.words, b.words));
  const save = (choices: DateChoice[]) =>
    choose.mutate(choices, {
      onSuccess: () => notify(choices.length === 1 ? 'Der Termin ist festgelegt.' : `${choices.length} Termine sind festgelegt.`),
      onError: notifyProblem,
    });
  const ways = waysOf(sorted);
  return (
    <Stack gap="xs" component="section" aria-label="Was schon belegt ist">
      <Text fw={600}>
        {conflicts.length === 1 ? 'Ein Termin ist schon belegt.' : `${conflicts.length} Termine sind schon belegt.`} Was soll dort gelten?
      </Text>
      {conflicts.length > 1 && (
        <Select
          label="Für alle gleichartigen"
          placeholder="Einzeln, wie unten"
          data={ways.map(({ value, label }) => ({ value, label }))}
          value={null}
          disabled={choose.isPending}
          onChange={(value) => save(ways.find((way) => way.value === value)?.choices ?? [])}
        />
      )}
      <ul className={classes['conflicts']} aria-label="Belegte Termine">
        {sorted.slice(0, count).map((one) => {
          const id = `taken-${one.grantId}-${one.date}`;
          return (
            <li key={one.grantId + one.date}>
              <p id={id}>
                <strong>{germanDate(one.date)}</strong> {one.words}
                <br />
                Belegt: {one.holder}
              </p>
              <Select
                aria-labelledby={id}
                data={optionsOf(one).map(({ value, label }) => ({ value, label }))}
                value={valueOf(one)}
                allowDeselect={false}
                disabled={choose.isPending}
                onChange={(value) => {
                  const found = optionsOf(one).find((option) => option.value === value);
                  if (found && value !== valueOf(one)) save([found.choice]);
                }}
              />
            </li>
          );
        })}
      </ul>
      <MoreButton
        hasMore={sorted.length > count}
        isLoading={false}
        onMore={() => setCount((before) => before + pageSize)}
        state={`${Math.min(count, sorted.length)} von ${sorted.length}`}
      />
    </Stack>
  );
}

type Option = { value: string; label: string; choice: DateChoice };

function optionsOf({ grantId, date, mayDisplace, others, ...one }: PublicationConflict): Option[] {
  const base = { grantId, date };
  const places = others.map(({ words, ...place }) => ({ words, place }));
  // The chosen place may be occupied by now, but is still the choice.
  const chosen = one.place;
  if (chosen && places.every(({ place }) => keyOf(place) !== keyOf(chosen)))
    places.push({ words: `Andere Zeit oder Halle, ab ${chosen.startTime} Uhr`, place: chosen });
  return [
    { value: 'skip', label: 'Termin auslassen', choice: { ...base, action: 'skip' } },
    ...(mayDisplace ? [{ value: 'displace', label: 'Einzelbuchung verdrängen', choice: { ...base, action: 'displace' as const } }] : []),
    ...places.map(({ words, place }) => ({ value: keyOf(place), label: words, choice: { ...base, action: 'other' as const, place } })),
  ];
}

function valueOf({ action, place }: PublicationConflict): string {
  return action === 'other' && place ? keyOf(place) : action;
}

function keyOf({ facilityId, startTime, unitIds }: NonNullable<DateChoice['place']>): string {
  return [facilityId, startTime, ...unitIds].join(' ');
}

type Way = { value: string; label: string; choices: DateChoice[] };

/** The resolutions for all dates at once; dates without that option stay unchanged. */
function waysOf(conflicts: readonly PublicationConflict[]): Way[] {
  const pick = (fits: (option: Option, one: PublicationConflict) => boolean) =>
    conflicts.flatMap((one) => optionsOf(one).find((option) => fits(option, one))?.choice ?? []);
  const displaced = pick(({ value }) => value === 'displace');
  const elsewhere = pick(({ choice }) => choice.action === 'other');
  return [
    { value: 'skip', label: 'Alle auslassen', choices: pick(({ value }) => value === 'skip') },
    {
      value: 'displace',
      label: `Einzelbuchungen verdrängen, wo es geht (${displaced.length} von ${conflicts.length})`,
      choices: displaced,
    },
    {
      value: 'other',
      label: `Nächste freie Zeit oder Halle, wo es eine gibt (${elsewhere.length} von ${conflicts.length})`,
      choices: elsewhere,
    },
  ].filter(({ choices }) => choices.length > 0);
}

import { Select } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { germanDate } from '#shared/calendar.ts';
import type { ClubName } from '#shared/clubs.ts';
import { peopleQuery } from './queries.ts';

const pauseMs = 250;

/** Finds one person of a club by a part of the name. */
export function PersonSearch({ club, onChoose }: { club: ClubName; onChoose: (id: string | null) => void }) {
  const [typed, setTyped] = useState('');
  const [search] = useDebouncedValue(typed.trim(), pauseMs);
  const { data = [], isFetching } = useQuery(peopleQuery(club, search));
  return (
    <Select
      label="Person"
      placeholder="Vorname oder Nachname"
      searchable
      clearable
      maw={420}
      searchValue={typed}
      onSearchChange={setTyped}
      filter={({ options }) => options}
      nothingFoundMessage={search.length < 2 ? 'Mindestens zwei Buchstaben' : isFetching ? 'Wird gesucht …' : 'Niemand gefunden'}
      data={data.map(({ id, firstname, lastname, birthDate, isMember }) => ({
        value: id,
        label: [`${firstname} ${lastname}`, birthDate && `geboren ${germanDate(birthDate)}`, isMember && 'Mitglied']
          .filter(Boolean)
          .join(', '),
      }))}
      onChange={onChoose}
    />
  );
}

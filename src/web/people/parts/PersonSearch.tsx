import { Select } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { germanDate } from '#shared/kernel/calendar.ts';
import type { ClubName } from '#shared/kernel/clubs.ts';
import { fullName } from '#shared/kernel/fullName.ts';
import { api } from '#web/lib/call/call.ts';

const pauseMs = 250;
const shortest = 2;

type PersonSearchProps = {
  /** Default: the club of the viewer. */ club?: ClubName;
  /** Default "Person". */
  label?: string;
  description?: string;
  /** Who is chosen already; without it the field begins empty. */
  chosen?: { id: string; name: string } | undefined;
  error?: React.ReactNode;
  onChoose: (id: string | null) => void;
};

/** Finds one person of a club by a part of the name. */
export function PersonSearch({ club, label = 'Person', description, chosen, error, onChoose }: PersonSearchProps) {
  const [typed, setTyped] = useState(chosen?.name ?? '');
  const [search] = useDebouncedValue(typed.trim(), pauseMs);
  const { data = [], isFetching } = useQuery({
    queryKey: ['participants', 'search', club, search],
    queryFn: () => api.people.search({ search, club }),
    // The name of the person who is chosen already is no search.
    enabled: search.length >= shortest && search !== chosen?.name,
  });
  const found = data.map(({ id, firstname, lastname, birthDate, isMember }) => ({
    value: id,
    label: [fullName({ firstname, lastname }), birthDate && `geboren ${germanDate(birthDate)}`, isMember && 'Mitglied']
      .filter(Boolean)
      .join(', '),
  }));
  const known = chosen && !found.some(({ value }) => value === chosen.id) ? [{ value: chosen.id, label: chosen.name }] : [];
  return (
    <Select
      label={label}
      description={description}
      placeholder="Vorname oder Nachname"
      searchable
      clearable
      maw={420}
      defaultValue={chosen?.id ?? null}
      error={error}
      searchValue={typed}
      onSearchChange={setTyped}
      filter={({ options }) => options}
      nothingFoundMessage={search.length < shortest ? 'Mindestens zwei Buchstaben' : isFetching ? 'Wird gesucht …' : 'Niemand gefunden'}
      data={[...known, ...found]}
      onChange={onChoose}
    />
  );
}

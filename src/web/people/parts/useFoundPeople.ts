import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { germanDate } from '#shared/kernel/calendar.ts';
import type { ClubName } from '#shared/kernel/clubs.ts';
import { fullName } from '#shared/kernel/fullName.ts';
import { may } from '#shared/kernel/rights.ts';
import { api } from '#web/lib/call/call.ts';
import { useAuth } from '#web/lib/session/session.ts';

const pauseMs = 250;
const shortest = 2;
const nobody = (mayTakeIn: boolean) =>
  mayTakeIn
    ? 'Niemand gefunden. Wer fehlt, wird zuerst unter „Mitglieder“ aufgenommen oder unter „Benutzer“ als Übungsleitung eingeladen.'
    : 'Niemand gefunden. Wer fehlt, den nimmt zuerst der Vorstand auf oder lädt ihn als Übungsleitung ein.';

/** A select option; its label says more than the name. */
type FoundPerson = { value: string; label: string; name: string };

/** The persons of a club whose names contain the typed text, as options, and the hint if there are none. */
export function useFoundPeople(typed: string, club: ClubName | undefined, withDead = false): { found: FoundPerson[]; hint: string } {
  const { user } = useAuth();
  const mayTakeIn = Boolean(may({ role: user?.role.name }, 'members.create', 'club'));
  const [search] = useDebouncedValue(typed.trim(), pauseMs);
  const { data = [], isFetching } = useQuery({
    queryKey: ['participants', 'search', club, search, withDead],
    queryFn: () => api.people.search({ search, club, ...(withDead && { withDead: 'true' }) }),
    enabled: search.length >= shortest,
  });
  const found = data.map(({ id, birthDate, isMember, isClaimed, diedOn, ...person }) => ({
    value: id,
    name: fullName(person),
    label: [
      fullName(person),
      birthDate && `geboren ${germanDate(birthDate)}`,
      isMember && 'Mitglied',
      diedOn && 'verstorben',
      isClaimed && 'selbst eingetragen, nicht bestätigt',
    ]
      .filter(Boolean)
      .join(', '),
  }));
  if (search.length < shortest) return { found: [], hint: 'Mindestens zwei Buchstaben' };
  // Those found may be chosen already.
  return { found, hint: isFetching ? 'Wird gesucht …' : found.length > 0 ? 'Niemand sonst gefunden' : nobody(mayTakeIn) };
}

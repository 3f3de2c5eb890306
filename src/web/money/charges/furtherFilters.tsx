import { useQuery } from '@tanstack/react-query';
import type { ClubName } from '#shared/kernel/clubs.ts';
import { chargeHitches, chargeHitchNames } from '#shared/money/chargeWords.ts';
import { useDepartmentChoices } from '#web/club/parts/departments.ts';
import { stagesQuery } from '../dunning/queries.ts';
import type { Filter } from '#web/ui/filters/FilterBar.tsx';
import { EuroInput } from '#web/ui/forms/euros/EuroInput.tsx';
import { namedOptions } from '#web/ui/filters/namedOptions.ts';
import { selectFilter } from '#web/ui/filters/selectFilter.tsx';
import type { Filtering } from './chargeFilters.ts';
import { billedCoursesQuery } from './queries.ts';

const hitches = namedOptions(chargeHitches, chargeHitchNames);

/** Further filters for all charges of a club: department, offer, dunning, amount and missing data. */
export function useFurtherFilters(club: ClubName, { choice, onChoose }: Filtering): Filter[] {
  const { courseId, departmentId, level, hitch, centsFrom, centsTo } = choice;
  const departments = useDepartmentChoices(club, departmentId ?? null);
  const { data } = useQuery(billedCoursesQuery());
  const { data: stages = [] } = useQuery(stagesQuery());
  return [
    selectFilter({
      label: 'Abteilung',
      placeholder: 'Jede Abteilung',
      options: departments,
      value: departmentId,
      onChange: (value) => onChoose({ departmentId: value }),
    }),
    selectFilter({
      label: 'Angebot',
      placeholder: 'Jedes Angebot',
      options: (data?.rows ?? []).map(({ id, title, number }) => ({ value: id, label: `${title} (${number})` })),
      value: courseId,
      searchable: true,
      onChange: (value) => onChoose({ courseId: value }),
    }),
    selectFilter({
      label: 'Mahnstufe',
      placeholder: 'Jede Mahnstufe',
      options: stages.map(({ level: value, name }) => ({ value: String(value), label: name })),
      value: level === undefined ? undefined : String(level),
      onChange: (value) => onChoose({ level: value === undefined ? undefined : Number(value) }),
    }),
    selectFilter({ label: 'Besonderes', options: hitches, value: hitch, onChange: (value) => onChoose({ hitch: value }) }),
    euroFilter('Betrag ab', centsFrom, (cents) => onChoose({ centsFrom: cents })),
    euroFilter('Betrag bis', centsTo, (cents) => onChoose({ centsTo: cents })),
  ];
}

function euroFilter(label: string, cents: number | undefined, onChange: (cents: number | undefined) => void): Filter {
  const choose = (typed: number | null) => onChange(typed ?? undefined);
  const field = <EuroInput aria-label={label} placeholder={`${label} (€)`} cents={cents ?? null} onChange={choose} />;
  return { name: label, isSet: cents !== undefined, field };
}

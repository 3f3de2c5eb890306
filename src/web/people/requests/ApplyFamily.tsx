import type { UseFormReturnType } from '@mantine/form';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { isMinor } from '#shared/kernel/age.ts';
import type { OwnPerson } from '#shared/people/people.ts';
import { today } from '#web/lib/berlinDay.ts';
import { PlainGroup } from '#web/ui/plain/forms/PlainGroup.tsx';
import { PlainTick } from '#web/ui/plain/forms/PlainTick.tsx';
import classes from '#web/ui/plain/plain.module.css';
import { ownPeopleQuery } from '../parts/ownPeopleQuery.ts';
import { valuesOfFamily, type ApplicationValues } from './applicationValues.ts';

/** For a signed-in user: the user's own persons to apply for; ticking one fills in the name and birth date. */
export function ApplyFamily({ form }: { form: UseFormReturnType<ApplicationValues> }) {
  const { data = [] } = useQuery(ownPeopleQuery());
  const [chosen, setChosen] = useState<string[]>([]);
  const family = applicantsOf(data);
  if (family.length === 0) return null;
  const choose = (ids: string[]) => {
    setChosen(ids);
    form.setValues(valuesOfFamily(family.filter(({ id }) => ids.includes(id))));
  };
  return (
    <PlainGroup legend="Für wen?">
      <p className={classes['note']}>Wir tragen ein, was wir schon kennen; alles lässt sich ändern.</p>
      {family.map(({ id, firstname, relation }) => (
        <PlainTick
          key={id}
          checked={chosen.includes(id)}
          onChange={({ currentTarget }) => choose(currentTarget.checked ? [...chosen, id] : chosen.filter((one) => one !== id))}
        >
          {relation === 'self' ? `Für mich (${firstname})` : firstname}
        </PlainTick>
      ))}
    </PlainGroup>
  );
}

/** The viewer and the children; a person known to two clubs is shown once. Adults have to apply for themselves. */
function applicantsOf(people: readonly OwnPerson[]): OwnPerson[] {
  const own = people.filter(({ relation, birthDate }) => relation === 'self' || (relation === 'guardian' && isMinor(birthDate, today())));
  return [...Map.groupBy(own, ({ firstname, lastname, birthDate }) => [firstname, lastname, birthDate].join()).values()].flatMap(
    ([one]) => one ?? [],
  );
}

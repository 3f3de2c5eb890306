import { useQuery } from '@tanstack/react-query';
import { germanDate } from '#shared/kernel/calendar.ts';
import { proofKindNames, proofLightNames } from '#shared/people/trainerProofs.ts';
import { PagePart } from '#web/ui/plain/PagePart.tsx';
import { StateMark } from '#web/ui/lists/StateMark.tsx';
import { myProofsQuery } from './queries.ts';
import { proofTones } from './lights.ts';
import classes from './trainers.module.css';

/** One's own licences and proofs as the club keeps them; nothing for whoever has none. */
export function MyProofs() {
  const { data = [] } = useQuery(myProofsQuery());
  if (data.length === 0) return null;
  return (
    <PagePart title="Meine Lizenzen und Nachweise" lead="Stimmt etwas nicht oder ist etwas neu? Dann zeigen Sie es dem Vorstand.">
      <ul className={classes['proofs']}>
        {data.map(({ id, kind, name, validFrom, validTo, light }) => (
          <li key={id}>
            <strong>{name || proofKindNames[kind]}</strong> vom {germanDate(validFrom)}
            {validTo && `, gültig bis ${germanDate(validTo)}`} <StateMark tone={proofTones[light]}>{proofLightNames[light]}</StateMark>
          </li>
        ))}
      </ul>
    </PagePart>
  );
}

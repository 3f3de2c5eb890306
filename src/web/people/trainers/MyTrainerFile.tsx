import { useQuery } from '@tanstack/react-query';
import { germanDate } from '#shared/kernel/calendar.ts';
import { proofKindNames, proofLightNames } from '#shared/people/trainerProofs.ts';
import { PagePart } from '#web/ui/plain/PagePart.tsx';
import { StateMark } from '#web/ui/lists/StateMark.tsx';
import { ContractLine } from './ContractsPart.tsx';
import { myContractsQuery, myProofsQuery } from './queries.ts';
import { proofTones } from './lights.ts';
import classes from './trainers.module.css';

/** What the club keeps about somebody who leads offers: contracts, licences and proofs; nothing for whoever has none. */
export function MyTrainerFile() {
  return (
    <>
      <MyContracts />
      <MyProofs />
    </>
  );
}

function MyContracts() {
  const { data = [] } = useQuery(myContractsQuery());
  if (data.length === 0) return null;
  return (
    <PagePart title="Mein Vertrag als Übungsleitung">
      <ul className={classes['proofs']}>
        {data.map((one) => (
          <li key={one.id}>
            <ContractLine one={one} />
          </li>
        ))}
      </ul>
    </PagePart>
  );
}

function MyProofs() {
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

import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { germanDate } from '#shared/kernel/calendar.ts';
import { clearanceLightNames } from '#shared/people/clearances.ts';
import { StateMark } from '#web/ui/lists/StateMark.tsx';
import { RowPart } from '#web/ui/rows/RowPart.tsx';
import { ContractLine } from './ContractsPart.tsx';
import { MyProofs } from './MyProofs.tsx';
import { clearanceTones } from './lights.ts';
import { myClearancesQuery, myContractsQuery } from './queries.ts';
import classes from './trainers.module.css';
import { LostParts } from '#web/ui/notices/LostParts.tsx';

/** The data that the club keeps about the viewer as a trainer: contracts, licences and proofs; renders nothing if there are none. */
export function MyTrainerFile() {
  return (
    <>
      <MyContracts />
      <MyClearances />
      <MyProofs />
    </>
  );
}

function MyContracts() {
  const query = useQuery(myContractsQuery());
  const { data } = query;
  if (!data) return <LostParts of={[['Ihr Vertrag', query]]} />;
  if (data.length === 0) return null;
  return (
    <RowPart id="vertrag" title="Mein Vertrag als Übungsleitung" state={data.length === 1 ? '1 Vertrag' : `${data.length} Verträge`}>
      <ul className={classes['proofs']}>
        {data.map((one) => (
          <li key={one.id}>
            <ContractLine one={one} />
          </li>
        ))}
      </ul>
    </RowPart>
  );
}

/** What a club recorded of the certificate it inspected; the certificate itself is not stored. */
function MyClearances() {
  const query = useQuery(myClearancesQuery());
  const { data } = query;
  if (!data) return <LostParts of={[['Ihr Führungszeugnis', query]]} />;
  if (data.length === 0) return null;
  return (
    <RowPart id="zeugnis" title="Mein Führungszeugnis" state={data.map(({ light }) => clearanceLightNames[light]).join(', ')}>
      <ul className={classes['proofs']}>
        {data.map(({ club, certificateOn, seenOn, dueOn, light }) => (
          <li key={club}>
            <strong>{club}</strong>
            <Text size="sm" c="dimmed">
              {`vom ${germanDate(certificateOn)} · eingesehen am ${germanDate(seenOn)} · ein neues ist am ${germanDate(dueOn)} fällig`}
            </Text>
            <StateMark tone={clearanceTones[light]}>{clearanceLightNames[light]}</StateMark>
          </li>
        ))}
      </ul>
    </RowPart>
  );
}

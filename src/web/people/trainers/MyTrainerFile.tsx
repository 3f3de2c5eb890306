import { useQuery } from '@tanstack/react-query';
import { PagePart } from '#web/ui/plain/PagePart.tsx';
import { ContractLine } from './ContractsPart.tsx';
import { MyProofs } from './MyProofs.tsx';
import { myContractsQuery } from './queries.ts';
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

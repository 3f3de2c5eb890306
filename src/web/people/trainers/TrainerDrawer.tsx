import { Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ClearanceView } from '#shared/people/clearances.ts';
import type { ClubName } from '#shared/kernel/clubs.ts';
import { Loading } from '#web/ui/notices/Loading.tsx';
import { AllowancePart } from '../parts/AllowancePart.tsx';
import { ClearanceForm } from './ClearanceForm.tsx';
import { ContractsPart } from './ContractsPart.tsx';
import { ProofsPart } from './ProofsPart.tsx';
import { allowancesQuery, clearancesQuery, contractsQuery, proofsQuery } from './queries.ts';
import classes from './trainers.module.css';
import { LostParts } from '#web/ui/notices/LostParts.tsx';

type TrainerDrawerProps = { club: ClubName; personId: string; onDone: () => void };

/** The file of one trainer: certificate, proofs, contract and tax-free allowances. */
export function TrainerDrawer({ club, personId, onDone }: TrainerDrawerProps) {
  const clearances = useQuery(clearancesQuery(club));
  const [proofs, contracts] = [useQuery(proofsQuery(club)), useQuery(contractsQuery(club))];
  const open = clearances.data?.find((one) => one.personId === personId);
  if (!clearances.data) return <Loading query={clearances} />;
  return (
    <>
      {open && open.offers.length > 0 && <Offers of={open} />}
      {open && <ClearanceForm key={personId} of={open} onDone={onDone} />}
      <LostParts
        of={[
          ['Nachweise', proofs],
          ['Verträge', contracts],
        ]}
      />
      {proofs.data && <ProofsPart personId={personId} proofs={proofs.data.filter((one) => one.personId === personId)} />}
      {contracts.data && <ContractsPart personId={personId} contracts={contracts.data.filter((one) => one.personId === personId)} />}
      <Allowances personId={personId} />
    </>
  );
}

/** All offers that somebody leads; the list only shows the number. */
function Offers({ of: { offers, youthOffers } }: { of: ClearanceView }) {
  return (
    <Text size="sm" mb="md">
      Leitet: {offers.join(', ')}.
      {youthOffers.length > 0 && ` Mit Minderjährigen: ${youthOffers.length === offers.length ? 'alle' : youthOffers.join(', ')}.`}
    </Text>
  );
}

function Allowances({ personId }: { personId: string }) {
  const query = useQuery(allowancesQuery(personId));
  const { data } = query;
  if (!data) return <LostParts of={[['Freibeträge', query]]} />;
  if (data.length === 0) return null;
  return (
    <section aria-label="Freibeträge">
      <h3 className={classes['heading']}>Freibeträge</h3>
      <Stack gap="md">
        {data.map((use) => (
          <AllowancePart key={use.kind} use={use} isOwn={false} />
        ))}
        <Text size="sm" c="dimmed">
          Gezählt sind freigegebene Stundennachweise und was die Person erklärt hat.
        </Text>
      </Stack>
    </section>
  );
}

import { Button, Drawer, Group, NativeSelect, Text, UnstyledButton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { z } from 'zod';
import { germanDate } from '#shared/kernel/calendar.ts';
import { clubNames } from '#shared/kernel/clubs.ts';
import { pages } from '#shared/kernel/pages.ts';
import { may } from '#shared/kernel/rights.ts';
import type { User } from '#shared/kernel/user.ts';
import {
  clearanceLightNames,
  clearanceLights,
  standsUncovered,
  type ClearanceLight,
  type ClearanceView,
} from '#shared/people/clearances.ts';
import { proofKindNames, proofSoonDays, type TrainerProof } from '#shared/people/trainerProofs.ts';
import { ClubChoice } from '#web/club/parts/ClubChoice.tsx';
import { useAddress } from '#web/lib/address.ts';
import { useOpenRecord } from '#web/lib/openRecord.ts';
import { useAuth } from '#web/lib/session/session.ts';
import { RecordList, type Column } from '#web/ui/lists/RecordList.tsx';
import { StateMark } from '#web/ui/lists/StateMark.tsx';
import { EmptyState } from '#web/ui/notices/EmptyState.tsx';
import { LoadProblem } from '#web/ui/notices/LoadProblem.tsx';
import { Icon } from '#web/ui/plain/Icon.tsx';
import { PageTitle } from '#web/ui/plain/PageTitle.tsx';
import { AddPerson } from './AddPerson.tsx';
import { ClearanceForm } from './ClearanceForm.tsx';
import { proofTones } from './lights.ts';
import { ProofsPart } from './ProofsPart.tsx';
import { clearancesQuery, proofsQuery } from './queries.ts';
import { Uncovered } from './Uncovered.tsx';

const address = z.object({
  state: z.enum(['all', 'uncovered', ...clearanceLights]).default('all'),
  proofs: z.enum(['all', 'ending']).default('all'),
  club: z.enum(clubNames).optional(),
});
const proofFilters = [
  { value: 'all', label: 'Alle' },
  { value: 'ending', label: `Enden in ${proofSoonDays} Tagen oder sind abgelaufen` },
];
const states = [
  { value: 'all', label: 'Alle' },
  { value: 'uncovered', label: 'Angebot mit Minderjährigen, nicht in Ordnung' },
  ...clearanceLights.map((value) => ({ value, label: clearanceLightNames[value] })),
];

/** Whether somebody belongs to what is chosen above the list. */
function isShown(one: ClearanceView, state: z.output<typeof address>['state']): boolean {
  if (state === 'uncovered') return standsUncovered(one);
  return state === 'all' || one.light === state;
}

/** Who leads offers, whether the board saw their certificates of good conduct, and what else they showed (/admin/trainers). */
export function Page() {
  const { user } = useAuth();
  return user && <Trainers viewer={user} />;
}

function Trainers({ viewer }: { viewer: User }) {
  const [{ state, proofs: shownProofs, club: asked }, setAddress] = useAddress(address);
  const [openId, setOpenId] = useOpenRecord();
  const seesClubs = Boolean(may({ role: viewer.role.name }, 'clearances.manage', 'other'));
  const club = (seesClubs && asked) || viewer.club.name;
  const { data, error, refetch } = useQuery(clearancesQuery(club));
  const { data: proofs = [] } = useQuery(proofsQuery(club));
  const proofsOf = (personId: string) => proofs.filter((one) => one.personId === personId);
  const open = data?.find(({ personId }) => personId === openId);
  const close = () => setOpenId(undefined);
  return (
    <>
      <PageTitle title={pages.adminTrainers.title}>
        <Button leftSection={<Icon name="plus" size={18} />} onClick={() => setOpenId('new')}>
          Führungszeugnis eintragen
        </Button>
      </PageTitle>
      <Group mb="md" className="no-print" align="end">
        <NativeSelect
          label="Führungszeugnis"
          data={states}
          value={state}
          onChange={({ currentTarget: { value } }) => setAddress({ state: address.shape.state.parse(value) })}
        />
        <NativeSelect
          label="Lizenzen und Nachweise"
          data={proofFilters}
          value={shownProofs}
          onChange={({ currentTarget: { value } }) => setAddress({ proofs: address.shape.proofs.parse(value) })}
        />
        {seesClubs && <ClubChoice value={club} onChange={(next) => setAddress({ club: next })} />}
      </Group>
      <Uncovered people={data ?? []} />
      {error && !data ? (
        <LoadProblem error={error} onRetry={() => void refetch()} />
      ) : (
        <RecordList<ClearanceView>
          label="Übungsleitende"
          columns={columns(setOpenId, proofsOf)}
          rows={data?.filter((one) => isShown(one, state) && (shownProofs === 'all' || proofsOf(one.personId).some(isEnding)))}
          keyOf={({ personId }) => personId}
          renderCard={(one) => <Card one={one} proofs={proofsOf(one.personId)} onOpen={setOpenId} />}
          empty={
            <EmptyState icon="user-check" title={data?.length === 0 ? 'Noch niemand leitet ein Angebot.' : 'Niemand in dieser Auswahl.'} />
          }
        />
      )}
      <Drawer opened={openId === 'new' || open !== undefined} onClose={close} title={open?.name ?? 'Führungszeugnis eintragen'}>
        {open ? (
          <>
            <ClearanceForm key={`${open.personId}-${open.version}`} of={open} onDone={close} />
            <ProofsPart personId={open.personId} proofs={proofsOf(open.personId)} />
          </>
        ) : (
          <AddPerson club={club} known={data ?? []} onDone={close} />
        )}
      </Drawer>
    </>
  );
}

type Opening = (personId: string) => void;

type ProofsOf = (personId: string) => readonly TrainerProof[];

const isEnding = ({ light }: TrainerProof) => light === 'over' || light === 'soon';

function columns(onOpen: Opening, proofsOf: ProofsOf): Column<ClearanceView>[] {
  return [
    { name: 'name', label: 'Name', cell: (one) => <Name one={one} onOpen={onOpen} />, isName: true },
    { name: 'offers', label: 'Angebote', cell: ({ offers }) => offers.join(', ') || '–' },
    { name: 'youth', label: 'Davon mit Minderjährigen', cell: (one) => youthWords(one) },
    { name: 'light', label: 'Führungszeugnis', cell: ({ light }) => <Light light={light} /> },
    { name: 'due', label: 'Neu fällig am', cell: ({ dueOn }) => (dueOn ? germanDate(dueOn) : '–') },
    { name: 'proofs', label: 'Lizenzen und Nachweise', cell: ({ personId }) => <Proofs proofs={proofsOf(personId)} /> },
    { name: 'seen', label: 'Eingesehen', cell: ({ noted, seenBy }) => (noted ? `${germanDate(noted.seenOn)} ${seenBy}` : '–') },
  ];
}

/** Which offers minors may attend, without naming all of them a second time. */
function youthWords({ offers, youthOffers }: ClearanceView): string {
  if (youthOffers.length === 0) return '–';
  return youthOffers.length === offers.length ? 'alle' : youthOffers.join(', ');
}

/** What somebody can show, what ends first at the top. */
function Proofs({ proofs }: { proofs: readonly TrainerProof[] }) {
  return proofs.map(({ id, kind, name, light, validTo }) => (
    <div key={id}>
      <StateMark tone={proofTones[light]}>{`${name || proofKindNames[kind]}${validTo ? ` bis ${germanDate(validTo)}` : ''}`}</StateMark>
    </div>
  ));
}

function Card({ one, proofs, onOpen }: { one: ClearanceView; proofs: readonly TrainerProof[]; onOpen: Opening }) {
  return (
    <>
      <Name one={one} onOpen={onOpen} />
      {one.offers.length > 0 && <Text size="sm">{one.offers.join(', ')}</Text>}
      {one.youthOffers.length > 0 && (
        <Text size="sm" c="dimmed">
          Mit Minderjährigen: {youthWords(one)}
        </Text>
      )}
      <Light light={one.light} />
      {one.dueOn && <Text size="sm">Neu fällig am {germanDate(one.dueOn)}</Text>}
      <Proofs proofs={proofs} />
    </>
  );
}

function Name({ one, onOpen }: { one: ClearanceView; onOpen: Opening }) {
  return (
    <UnstyledButton fw={600} td="underline" mih={24} onClick={() => onOpen(one.personId)}>
      {one.name}
    </UnstyledButton>
  );
}

const tones: { readonly [light in ClearanceLight]: 'good' | 'quiet' | 'bad' | 'waiting' } = {
  barred: 'bad',
  missing: 'bad',
  overdue: 'bad',
  soon: 'waiting',
  valid: 'good',
  ended: 'quiet',
};

function Light({ light }: { light: ClearanceLight }) {
  return <StateMark tone={tones[light]}>{clearanceLightNames[light]}</StateMark>;
}

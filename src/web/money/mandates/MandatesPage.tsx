import { Button, Group, Select, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { z } from 'zod';
import { clubNames, type ClubName } from '#shared/kernel/clubs.ts';
import { pages } from '#shared/kernel/pages.ts';
import type { User } from '#shared/kernel/user.ts';
import { mandateFilters } from '#shared/money/mandateWords.ts';
import { ClubChoice } from '#web/club/parts/ClubChoice.tsx';
import { seenClub } from '#web/club/parts/seenClub.ts';
import { addressOf, useAddress } from '#web/lib/address.ts';
import { useOpenRecord } from '#web/lib/openRecord.ts';
import type { Prefetch } from '#web/lib/call/prefetch.ts';
import { saveFile } from '#web/lib/saveFile.ts';
import { authState, useAuth } from '#web/lib/session/session.ts';
import { PersonSearch } from '#web/people/parts/PersonSearch.tsx';
import { RecordDrawer } from '#web/ui/drawers/RecordDrawer.tsx';
import { SearchField } from '#web/ui/lists/SearchField.tsx';
import { notify, notifyProblem } from '#web/ui/notices/notices.tsx';
import { Icon } from '#web/ui/plain/Icon.tsx';
import { PageTitle } from '#web/ui/plain/PageTitle.tsx';
import { LeftPayers } from './LeftPayers.tsx';
import { MandateList } from './MandateList.tsx';
import { MissingList } from './MissingList.tsx';
import { PaymentPart } from './PaymentPart.tsx';
import { mandatesQuery, useMandateMutations } from './queries.ts';

const shown = [...mandateFilters, 'missing', 'left'] as const;
const shownNames: { readonly [one in (typeof shown)[number]]: string } = {
  present: 'Vorhandene',
  missing: 'Ohne Mandat',
  left: 'Ausgetretene Zahler',
  incomplete: 'Unvollständige',
  paused: 'Ruhende',
  lapsing: 'Laufen in 90 Tagen ab',
  ended: 'Beendete',
};
const address = z.object({ show: z.enum(shown).default('present'), search: z.string().optional(), club: z.enum(clubNames).optional() });

export const prefetch: Prefetch = async (client, search) => {
  const { user } = authState();
  const { show, search: words, club } = addressOf(address, search);
  if (user && show !== 'missing' && show !== 'left')
    await client.prefetchInfiniteQuery(mandatesQuery({ club: seenClub(user, 'mandates.read', club).club, filter: show, search: words }));
};

/** The club's mandates (/admin/money/mandates). */
export function Page() {
  const { user } = useAuth();
  return user && <Mandates viewer={user} />;
}

function Mandates({ viewer }: { viewer: User }) {
  const [{ show, search, club: asked }, setAddress] = useAddress(address);
  const [payerId, setPayerId] = useOpenRecord();
  const { seesClubs, club } = seenClub(viewer, 'mandates.read', asked);
  const { download } = useMandateMutations();
  const save = () =>
    download.mutate(club, {
      onSuccess: (file) => {
        saveFile(file);
        notify('Die Mandate sind als Datei gespeichert. Sie enthält ganze IBANs: Bitte sicher verwahren.');
      },
      onError: notifyProblem,
    });
  return (
    <>
      <PageTitle title={pages.adminMandates.title}>
        <Button variant="default" leftSection={<Icon name="download" size={18} />} loading={download.isPending} onClick={save}>
          Mit IBAN speichern
        </Button>
        <Button leftSection={<Icon name="plus" size={18} />} onClick={() => setPayerId('new')}>
          Mandat eintragen
        </Button>
      </PageTitle>
      <Group mb="md" gap="xs" className="no-print">
        <Select
          aria-label="Welche Mandate"
          data={shown.map((value) => ({ value, label: shownNames[value] }))}
          value={show}
          allowDeselect={false}
          onChange={(value) => setAddress({ show: shown.find((one) => one === value) ?? 'present' })}
        />
        <SearchField label="Name oder Referenz" value={search ?? ''} onSearch={(text) => setAddress({ search: text || undefined })} />
        {seesClubs && <ClubChoice value={club} onChange={(next) => setAddress({ club: next })} />}
      </Group>
      {show === 'missing' ? (
        <MissingList club={club} search={search} onOpen={setPayerId} />
      ) : show === 'left' ? (
        <LeftPayers club={club} search={search} onOpen={setPayerId} />
      ) : (
        <MandateList club={club} filter={show} search={search} onOpen={setPayerId} />
      )}
      <PayerDrawer payerId={payerId} club={club} onOpen={setPayerId} onClose={() => setPayerId(undefined)} />
    </>
  );
}

type PayerDrawerProps = { payerId: string | undefined; club: ClubName; onOpen: (id: string) => void; onClose: () => void };

/** The mandates of one payer beside the list; "new" first asks for the payer. */
function PayerDrawer({ payerId, club, onOpen, onClose }: PayerDrawerProps) {
  return (
    <RecordDrawer id={payerId} title="Beitrag und Zahlung" onOpen={onOpen} onClose={onClose}>
      {payerId === 'new' && <NewMandate club={club} />}
      {payerId !== undefined && payerId !== 'new' && <PaymentPart key={payerId} personId={payerId} isPayer />}
    </RecordDrawer>
  );
}

function NewMandate({ club }: { club: ClubName }) {
  const [chosenId, setChosenId] = useState<string | null>(null);
  return (
    <Stack>
      <PersonSearch club={club} label="Wer zahlt?" onChoose={setChosenId} />
      <Text size="sm" c="dimmed">
        Zahlt jemand für ein Mitglied, der selbst nicht im Verein ist? Die Mitgliederliste nimmt ihn beim Importieren auf.
      </Text>
      {chosenId && <PaymentPart key={chosenId} personId={chosenId} isPayer />}
    </Stack>
  );
}

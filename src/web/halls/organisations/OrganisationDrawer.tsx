import { Button, Stack, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { germanDate } from '#shared/kernel/calendar.ts';
import type { ClubName } from '#shared/kernel/clubs.ts';
import type { Organisation } from '#shared/halls/organisations.ts';
import { pages } from '#shared/kernel/pages.ts';
import { RecordDrawer } from '#web/ui/drawers/RecordDrawer.tsx';
import { confirm } from '#web/ui/notices/confirm.tsx';
import { notify, notifyProblem } from '#web/ui/notices/notices.tsx';
import { Pending } from '#web/ui/notices/Pending.tsx';
import { MergePart } from './MergePart.tsx';
import { OrganisationForm } from './OrganisationForm.tsx';
import { SendLinks } from './SendLinks.tsx';
import { useOrganisationMutations } from './queries.ts';

type OrganisationDrawerProps = {
  id: string | undefined;
  club: ClubName;
  organisations: readonly Organisation[] | undefined;
  onOpen: (id: string) => void;
  onClose: () => void;
};

/** One organisation beside the list; "new" creates one. */
export function OrganisationDrawer({ id, club, organisations, onOpen, onClose }: OrganisationDrawerProps) {
  const organisation = organisations?.find((one) => one.id === id);
  return (
    <RecordDrawer
      id={id}
      onOpen={onOpen}
      onClose={onClose}
      title={id === 'new' ? 'Organisation anlegen' : (organisation?.name ?? 'Organisation')}
    >
      {id === 'new' && <OrganisationForm organisation={undefined} club={club} onDone={onOpen} />}
      {organisation && (
        <Stack key={organisation.id} gap="xl">
          <OrganisationForm organisation={organisation} club={club} onDone={() => undefined} />
          <SendLinks organisations={[organisation]} />
          <AccountPart id={organisation.id} />
          {!organisation.club && <MergePart organisation={organisation} organisations={organisations ?? []} onOpen={onOpen} />}
          {!organisation.club && <ArchivePart organisation={organisation} />}
        </Stack>
      )}
      {id !== undefined && id !== 'new' && !organisation && <Pending />}
    </RecordDrawer>
  );
}

/** The account of the organisation; it belongs to the wing of money. */
function AccountPart({ id }: { id: string }) {
  return (
    <Text size="sm">
      Geld:{' '}
      <Link to={pages.adminCharges.path} search={{ konto: id }}>
        Konto öffnen
      </Link>
      . Fordern lässt sich dort unter „Fordern“.
    </Text>
  );
}

/** Archives an organisation, which hides it in lists, or restores it. */
function ArchivePart({ organisation: { id, name, version, archivedOn, coming, wishes } }: { organisation: Organisation }) {
  const { archive, reopen } = useOrganisationMutations();
  const open = (present: { id: string; version: number }) =>
    reopen.mutate(present, { onSuccess: () => notify(`„${name}“ ist wieder da.`), onError: notifyProblem });
  const askArchive = () =>
    confirm({
      title: 'Organisation archivieren?',
      text: `„${name}“ wird nicht mehr angeboten. Frühere Termine behalten den Namen. Sie lässt sich wieder aufnehmen.${wishes > 0 ? ' Ihre Wünsche in einer laufenden Hallenvergabe sind damit zurückgegeben; das bleibt so.' : ''}`,
      action: 'Archivieren',
      onConfirm: () =>
        archive.mutate(
          { id, version },
          { onSuccess: (saved) => notify(`„${name}“ ist archiviert.`, () => open({ id, version: saved.version })), onError: notifyProblem },
        ),
    });
  if (archivedOn)
    return (
      <Stack gap="xs" align="flex-start">
        <Text size="sm">{`Archiviert am ${germanDate(archivedOn)}.`}</Text>
        <Button variant="default" loading={reopen.isPending} onClick={() => open({ id, version })}>
          Wieder aufnehmen
        </Button>
      </Stack>
    );
  if (coming > 0) return <Text size="sm" c="dimmed">{`Archivieren geht erst, wenn keine Termine mehr kommen (jetzt ${coming}).`}</Text>;
  return (
    <Button variant="outline" color="danger" loading={archive.isPending} onClick={askArchive} style={{ alignSelf: 'flex-start' }}>
      Archivieren
    </Button>
  );
}

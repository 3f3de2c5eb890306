import { Button } from '@mantine/core';
import type { Organisation } from '#shared/halls/organisations.ts';
import { confirm } from '#web/ui/notices/confirm.tsx';
import { notify, notifyProblem } from '#web/ui/notices/notices.tsx';
import { useOrganisationMutations } from './queries.ts';

/** Sends the contacts of organisations without an account a link to their hours, wishes and results. */
export function SendLinks({ organisations }: { /** Undefined while loading. */ organisations: readonly Organisation[] | undefined }) {
  const { sendLinks } = useOrganisationMutations();
  // Its place is kept, so that the other buttons stand still.
  if (!organisations)
    return (
      <Button variant="default" style={{ visibility: 'hidden' }}>
        Links senden
      </Button>
    );
  const reachable = organisations.filter(({ club, archivedOn, contacts }) => club === null && archivedOn === null && contacts.length > 0);
  if (reachable.length === 0) return null;
  const isOne = reachable.length === 1;
  const ask = () =>
    confirm({
      title: isOne ? 'Link senden?' : `${reachable.length} Organisationen ihren Link senden?`,
      text: 'Wer für eine Organisation spricht, bekommt eine Mail mit einem Link zu ihren Hallenzeiten, Wünschen und Ergebnissen. Er gilt 90 Tage, ohne Anmeldung.',
      action: 'Senden',
      onConfirm: () =>
        sendLinks.mutate(
          reachable.map(({ id }) => id),
          {
            onSuccess: ({ sent }) => notify(sent === 1 ? 'Ein Link ist unterwegs.' : `${sent} Links sind unterwegs.`),
            onError: notifyProblem,
          },
        ),
    });
  return (
    <Button variant="default" loading={sendLinks.isPending} onClick={ask} style={{ alignSelf: 'flex-start' }}>
      {isOne ? 'Link senden' : 'Links senden'}
    </Button>
  );
}

import type { ClubName } from '#shared/kernel/clubs.ts';
import { TableImport } from '#web/halls/parts/TableImport.tsx';
import { notify } from '#web/ui/notices/notices.tsx';
import { useCardMutations } from './queries.ts';

type ImportCardsProps = { club: ClubName; isOpen: boolean; onClose: () => void };

/** Takes over the cards of an older system, with the visits that are left. */
export function ImportCards({ club, isOpen, onClose }: ImportCardsProps) {
  const { readRows } = useCardMutations();
  return (
    <TableImport
      isOpen={isOpen}
      title="Karten aus einer Tabelle"
      hint="Eine Zeile je Karte: Nachname; Vorname; Geburtsdatum oder Mitgliedsnummer; Art; noch offene Besuche; gültig bis. Sie gelten als bezahlt."
      placeholder="Muster;Mila;04.05.2018;Zehnerkarte Yoga;6;31.12.2027"
      isPending={readRows.isPending}
      onRead={(text, isDryRun, { onSuccess, onError }) =>
        readRows.mutate({ club, text, isDryRun }, { onSuccess: ({ rows }) => onSuccess(rows), onError })
      }
      onTaken={(count) => notify(count === 1 ? '1 Karte ist übernommen.' : `${count} Karten sind übernommen.`)}
      onClose={onClose}
    />
  );
}

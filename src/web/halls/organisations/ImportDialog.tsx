import type { ClubName } from '#shared/kernel/clubs.ts';
import { notify } from '#web/ui/notices/notices.tsx';
import { TableImport } from '../parts/TableImport.tsx';
import { useOrganisationMutations } from './queries.ts';

type ImportDialogProps = { club: ClubName; isOpen: boolean; onClose: () => void };

/** Imports organisations from a table. */
export function ImportDialog({ club, isOpen, onClose }: ImportDialogProps) {
  const { readRows } = useOrganisationMutations();
  return (
    <TableImport
      isOpen={isOpen}
      title="Organisationen aus einer Tabelle"
      hint="Eine Zeile je Organisation: Name; Art; Ansprechperson; E-Mail; Telefon."
      placeholder="Grundschule Nord;Schule;Sabine Schule;sekretariat@schule.example;"
      isPending={readRows.isPending}
      onRead={(text, isDryRun, { onSuccess, onError }) =>
        readRows.mutate({ club, text, isDryRun }, { onSuccess: ({ rows }) => onSuccess(rows), onError })
      }
      onTaken={(count) => notify(`${count} Organisationen sind angelegt.`)}
      onClose={onClose}
    />
  );
}

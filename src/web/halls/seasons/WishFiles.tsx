import { Button } from '@mantine/core';
import { useState } from 'react';
import type { Season } from '#shared/halls/seasons/seasons.ts';
import { saveFile } from '#web/lib/saveFile.ts';
import { notify, notifyProblem } from '#web/ui/notices/notices.tsx';
import { TableImport } from '../parts/TableImport.tsx';
import { useWishFiles } from './queries.ts';

/** Imports wishes from a table and exports them; an export can be imported again. */
export function WishFiles({ season, mayWrite }: { season: Season; mayWrite: boolean }) {
  const { read, save } = useWishFiles();
  const [isOpen, setOpen] = useState(false);
  const hall = season.facilities[0]?.name ?? 'Halle';
  return (
    <>
      {mayWrite && (
        <Button variant="default" onClick={() => setOpen(true)}>
          Aus einer Tabelle
        </Button>
      )}
      <Button
        variant="default"
        loading={save.isPending}
        onClick={() => save.mutate(season.id, { onSuccess: (file) => saveFile(file), onError: notifyProblem })}
      >
        Als CSV
      </Button>
      <TableImport
        isOpen={isOpen}
        title="Wünsche aus einer Tabelle"
        hint={`Erste Zeile: die Spalten. Nötig sind Gruppe und Wunschzeit 1, dazu nach Bedarf Sportart, Altersgruppe, Personen, Hallenteile, Dauer, Mal je Woche, Ansprechperson, Telefon, Bemerkung, Wunschzeit 2 bis 6${season.isManaged ? ' und Organisation' : ''}.`}
        placeholder={`Gruppe;Altersgruppe;Personen;Wunschzeit 1;Wunschzeit 2\nMinis;Kinder;18;Di 16:00-18:00 ${hall};Do 16:00-18:00`}
        isPending={read.isPending}
        onRead={(text, isDryRun, { onSuccess, onError }) =>
          read.mutate(
            { id: season.id, text, isDryRun },
            { onSuccess: ({ rows }) => onSuccess(rows.map(({ groupName, ...row }) => ({ ...row, name: groupName }))), onError },
          )
        }
        onTaken={(count) => notify(count === 1 ? '1 Wunsch ist eingetragen.' : `${count} Wünsche sind eingetragen.`)}
        onClose={() => setOpen(false)}
      />
    </>
  );
}

import { Button } from '@mantine/core';
import { useState } from 'react';
import type { Season } from '#shared/halls/seasons/seasons.ts';
import { notify } from '#web/ui/notices/notices.tsx';
import { TableImport } from '../parts/TableImport.tsx';
import { useWishImport } from './queries.ts';

/** Imports wishes from a table; the file of the list with all columns can be imported again. */
export function WishImport({ season }: { season: Season }) {
  const read = useWishImport();
  const [isOpen, setOpen] = useState(false);
  const hall = season.facilities[0]?.name ?? 'Halle';
  return (
    <>
      <Button variant="default" onClick={() => setOpen(true)}>
        Aus einer Tabelle
      </Button>
      <TableImport
        isOpen={isOpen}
        title="Wünsche aus einer Tabelle"
        hint={`Erste Zeile: die Spalten. Nötig sind Gruppe, Sportart und Wunschzeit 1, dazu nach Bedarf Abteilung (mit ihr kommt die Sportart), Altersgruppe, Personen, Hallenteile, Dauer, Mal je Woche, Ansprechperson, Telefon, Bemerkung, Wunschzeit 2 bis 6${season.isManaged ? ' und Organisation' : ''}.`}
        placeholder={`Gruppe;Sportart;Altersgruppe;Personen;Wunschzeit 1;Wunschzeit 2\nMinis;Handball;Kinder;18;Di 16:00-18:00 ${hall};Do 16:00-18:00`}
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

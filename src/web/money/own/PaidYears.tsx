import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ClubName } from '#shared/kernel/clubs.ts';
import { euros } from '#shared/kernel/money.ts';
import { boot } from '#web/lib/boot.ts';
import { api } from '#web/lib/call/call.ts';
import { useMutation } from '#web/lib/call/useMutation.ts';
import { saveFile } from '#web/lib/saveFile.ts';
import { notifyProblem } from '#web/ui/notices/notices.tsx';
import { RowPart } from '#web/ui/rows/RowPart.tsx';
import classes from '../charges/charges.module.css';
import { paidYearsQuery } from '../charges/queries.ts';

/** What the viewer's family paid, by calendar year, each as a PDF; renders nothing if that is nothing. */
export function PaidYears() {
  const { data = [] } = useQuery(paidYearsQuery());
  const file = useMutation({ mutationFn: (of: { club: ClubName; year: number }) => api.payments.paidFile(of) });
  const [latest] = data;
  if (!latest) return null;
  const isSeveral = new Set(data.map(({ club }) => club)).size > 1;
  return (
    <RowPart
      id="gezahlt"
      title="Gezahlt nach Jahren"
      state={`${latest.year}: ${euros(latest.cents)}`}
      lead="Was Ihre Familie gezahlt hat, zum Beispiel für die Krankenkasse. Das ist keine Zuwendungsbestätigung."
    >
      <ul className={classes['dues']}>
        {data.map(({ club, year, cents }) => (
          <li key={`${club} ${year}`} className={classes['due']}>
            <strong>
              {year}: {euros(cents)}
            </strong>
            <Button
              variant="default"
              size="compact-md"
              loading={file.isPending && file.variables?.year === year && file.variables.club === club}
              aria-label={`PDF: Gezahlt im Jahr ${year}${isSeveral ? `, ${boot.clubs[club].displayName}` : ''}`}
              onClick={() => file.mutate({ club, year }, { onSuccess: saveFile, onError: notifyProblem })}
            >
              PDF
            </Button>
            {isSeveral && <p className={classes['quiet']}>{boot.clubs[club].displayName}</p>}
          </li>
        ))}
      </ul>
    </RowPart>
  );
}

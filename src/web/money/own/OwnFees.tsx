import { queryOptions, useQuery } from '@tanstack/react-query';
import { germanDate } from '#shared/kernel/calendar.ts';
import { euros, sumOfCents } from '#shared/kernel/money.ts';
import type { OwnFees as FeesOfPerson } from '#shared/money/fees/memberFees.ts';
import { boot } from '#web/lib/boot.ts';
import { api } from '#web/lib/call/call.ts';
import { RowPart } from '#web/ui/rows/RowPart.tsx';
import classes from '../charges/charges.module.css';

/** This year's fees of the viewer's family. */
export const ownFeesQuery = queryOptions({ queryKey: ['fees', 'mine'], queryFn: () => api.memberFees.mine() });

/** This year's membership fees by the rules, with their reasons; renders nothing for those without any. */
export function OwnFees() {
  const { data = [] } = useQuery(ownFeesQuery);
  const [first] = data;
  if (!first) return null;
  return (
    <RowPart
      id="beitraege"
      title={`Beiträge ${first.year}`}
      state={`${euros(sumOfCents(data.flatMap(({ lines }) => lines)))}${data.length > 1 ? ` für ${data.length} Personen` : ''}`}
      lead="Was nach der Beitragsordnung dieses Jahr gilt, und warum."
    >
      <ul className={classes['dues']}>
        {data.flatMap((one) =>
          one.lines.map((line) => (
            <li key={`${one.personId} ${line.slot} ${line.from}`} className={classes['due']}>
              <strong>{line.label}</strong>
              <strong className={classes['amount']}>{euros(line.cents)}</strong>
              <p className={classes['quiet']}>{wordsOf(one, line)}</p>
            </li>
          )),
        )}
      </ul>
    </RowPart>
  );
}

/** "Mia Ohm · Rot-Weiß Auenfeld · 01.04.2027 bis 31.12.2027 · anteilig ab 04/2027: 9 von 12 Monaten". */
function wordsOf({ name, club }: FeesOfPerson, { slot, from, to, reason }: FeesOfPerson['lines'][number]): string {
  const when = slot === 'entry' ? 'einmal, zum Eintritt' : `${germanDate(from)} bis ${germanDate(to)}`;
  return [name, boot.clubs[club].displayName, when, reason].filter(Boolean).join(' · ');
}

import { Button } from '@mantine/core';
import { useInfiniteQuery, type QueryClient } from '@tanstack/react-query';
import { z } from 'zod';
import type { ClubName } from '#shared/kernel/clubs.ts';
import { euros } from '#shared/kernel/money.ts';
import { SavedViews } from '#web/accounts/parts/SavedViews.tsx';
import { addressOf, useAddress } from '#web/lib/address.ts';
import { api } from '#web/lib/call/call.ts';
import { ExportButtons } from '#web/ui/files/ExportButtons.tsx';
import { useExport } from '#web/ui/files/useExport.ts';
import { useColumns } from '#web/ui/lists/useColumns.tsx';
import { LoadProblem } from '#web/ui/notices/LoadProblem.tsx';
import { ChargeFilterBar } from './ChargeFilterBar.tsx';
import { chargeChoice } from './chargeFilters.ts';
import { chargeColumns } from './chargeColumns.tsx';
import { ChargeRows } from './ChargeRows.tsx';
import classes from './charges.module.css';
import { PayerList } from './PayerList.tsx';
import { chargesQuery } from './queries.ts';

const address = chargeChoice.extend({ nach: z.literal('zahler').optional() });

/** The order and state that a list begins with: that of the club with what is owed, that of a course with the newest. */
const usualOf = (club: ClubName | undefined) => (club ? ({ state: 'owed', order: 'oldest' } as const) : ({ order: 'latest' } as const));

/** The filter that the choice in the URL's query stands for. */
function filterOf({ nach: _nach, ...choice }: z.output<typeof address>, club: ClubName | undefined, courseId: string | undefined) {
  const usual = usualOf(club);
  const { state = usual.state, ...others } = choice;
  return { order: usual.order, ...others, ...(courseId && { courseId }), ...(state !== 'all' && { state }) };
}

export const prefetchCharges = (client: QueryClient, club: ClubName, search: object) =>
  client.prefetchInfiniteQuery(chargesQuery(filterOf(addressOf(address, search), club, undefined)));

type ChargeListProps = {
  /** The club whose charges are all listed; undefined lists those of courses. */
  club?: ClubName;
  courseId: string | undefined;
  onAccount: (payerId: string) => void;
};

/** The charges of a course or of the club: search, mark as paid singly or in bulk, cancel, waive, refund. */
export function ChargeList({ club, courseId, onAccount }: ChargeListProps) {
  const [choice, setChoice] = useAddress(address);
  const { nach } = choice;
  const usual = usualOf(club);
  const filter = filterOf(choice, club, courseId);
  const { data, error, refetch } = useInfiniteQuery(chargesQuery(filter));
  const exporting = useExport((wanted) => api.charges.export({ ...filter, ...wanted }), 'Die Forderungen sind als Datei gespeichert.');
  const { shown, chooser } = useColumns('charges', chargeColumns);
  if (error && !data) return <LoadProblem error={error} onRetry={() => void refetch()} />;
  const totals = data?.pages[0]?.totals;
  return (
    <>
      <ChargeFilterBar club={club} choice={choice} onChoose={setChoice} usual={usual}>
        {club && (
          <Button
            variant={nach ? 'filled' : 'default'}
            aria-pressed={nach === 'zahler'}
            onClick={() => setChoice({ nach: nach ? undefined : 'zahler' })}
          >
            Nach Zahler
          </Button>
        )}
        {!courseId && <SavedViews page="charges" />}
        {!nach && chooser}
        <ExportButtons {...exporting} {...(!nach && { shown })} />
      </ChargeFilterBar>
      <div className={classes['footed']}>
        {nach ? (
          <PayerList filter={filter} onAccount={onAccount} />
        ) : (
          <ChargeRows
            filter={filter}
            columns={shown}
            isNarrow={Object.entries(choice).some(([name, one]) => name !== 'order' && one !== undefined)}
            onDrop={(key) => setChoice({ [key]: key === 'state' && usual.state ? 'all' : undefined })}
            onAccount={onAccount}
            onOrder={(order) => setChoice({ order: order === usual.order ? undefined : order })}
          />
        )}
        {totals && <Totals totals={totals} />}
      </div>
    </>
  );
}

/** The sums of all charges that the filter finds; they stay in sight at the foot of the list. */
function Totals({ totals }: { totals: { openCents: number; overdueCents: number; paidCents: number; refundedCents: number } }) {
  return (
    <dl className={`${classes['sums']} ${classes['foot']}`} aria-label="Summen">
      <Sum label="Offen" cents={totals.openCents} />
      <Sum label="davon überfällig" cents={totals.overdueCents} />
      <Sum label="Bezahlt" cents={totals.paidCents} />
      <Sum label="Erstattet" cents={totals.refundedCents} />
    </dl>
  );
}

function Sum({ label, cents }: { label: string; cents: number }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{euros(cents)}</dd>
    </div>
  );
}

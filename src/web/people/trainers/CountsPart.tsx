import { useQuery } from '@tanstack/react-query';
import type { TrainerCounts } from '#shared/people/trainers/files.ts';
import { RecordList, type Column } from '#web/ui/lists/RecordList.tsx';
import { Loading } from '#web/ui/notices/Loading.tsx';
import { PagePart } from '#web/ui/plain/PagePart.tsx';
import { countsQuery } from './queries.ts';

const columns: Column<TrainerCounts>[] = [
  { name: 'club', label: 'Verein', cell: ({ club }) => club, isName: true },
  { name: 'leaders', label: 'Leiten ein Angebot', cell: ({ leaders }) => leaders, isNumber: true },
  { name: 'licensed', label: 'Mit Lizenz', cell: ({ licensed }) => licensed, isNumber: true },
  { name: 'minors', label: 'Mit Minderjährigen', cell: ({ withMinors }) => withMinors, isNumber: true },
  { name: 'covered', label: 'Davon Führungszeugnis in Ordnung', cell: ({ covered }) => covered, isNumber: true },
];

/** The figures that the town's association sees of its clubs: numbers without names. */
export function CountsPart() {
  const query = useQuery(countsQuery());
  if (!query.data) return <Loading query={query} />;
  return (
    <PagePart title="Alle Vereine" lead="Nur Zahlen: Namen und Nachweise sieht allein der Verein.">
      <RecordList<TrainerCounts>
        label="Übungsleitende aller Vereine"
        columns={columns}
        rows={query.data}
        keyOf={({ club }) => club}
        renderCard={({ club, leaders, licensed, withMinors, covered }) => (
          <>
            <strong>{club}</strong>
            <div>
              {leaders} leiten ein Angebot, {licensed} mit Lizenz; {withMinors} mit Minderjährigen, davon {covered} mit Führungszeugnis
            </div>
          </>
        )}
        empty={null}
      />
    </PagePart>
  );
}

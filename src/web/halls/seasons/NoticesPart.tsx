import { useQuery } from '@tanstack/react-query';
import { PagePart } from '#web/ui/plain/PagePart.tsx';
import { NoticesTable } from '../parts/NoticesTable.tsx';
import { noticesQuery } from './queries.ts';

/** Who was told what of a season. */
export function NoticesPart({ seasonId }: { seasonId: string }) {
  const { data = [] } = useQuery(noticesQuery(seasonId));
  if (data.length === 0) return null;
  const failed = data.filter(({ delivery }) => delivery === 'failed').length;
  const lead = `${data.length} Mails${failed > 0 ? `, davon ${failed} unzustellbar` : ''}.`;
  return (
    <PagePart title="Wer benachrichtigt wurde" lead={lead} fold="Alle zeigen">
      <NoticesTable notices={data} />
    </PagePart>
  );
}

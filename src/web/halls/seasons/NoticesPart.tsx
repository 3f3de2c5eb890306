import { useQuery } from '@tanstack/react-query';
import type { HolderNotice } from '#shared/halls/notices/holderNotices.ts';
import { compareNames } from '#shared/kernel/fullName.ts';
import { PagePart } from '#web/ui/plain/PagePart.tsx';
import { NoticesTable } from '../parts/NoticesTable.tsx';
import { noticesQuery } from './queries.ts';

/** " Antworten: 2 einverstanden, 1 mit Einwand, 3 fehlen." counts organisations, however many contacts each has. */
function answersInWords(notices: readonly HolderNotice[]): string {
  const asked = new Map(
    // Only the latest question counts; it comes first.
    notices
      .filter(({ answerUntil }) => answerUntil)
      .toReversed()
      .map((one) => [one.organisationId, one.answer] as const),
  );
  if (asked.size === 0) return '';
  const count = (answer: HolderNotice['answer']) => [...asked.values()].filter((one) => one === answer).length;
  const [yes, no, open] = [count('accepted'), count('declined'), count(null)];
  return ` Antworten: ${yes} einverstanden, ${no} ${no === 1 ? 'mit Einwand' : 'mit Einwänden'}, ${open} ${open === 1 ? 'fehlt' : 'fehlen'}.`;
}

/** " Ohne E-Mail-Adresse, also nicht benachrichtigt: Grundschule Nord." */
function unaddressedInWords(notices: readonly HolderNotice[]): string {
  const names = new Set(notices.filter(({ delivery }) => delivery === 'unaddressed').map(({ organisation }) => organisation));
  return names.size === 0 ? '' : ` Ohne E-Mail-Adresse, also nicht benachrichtigt: ${[...names].toSorted(compareNames).join(', ')}.`;
}

/** The notices sent about a season. */
export function NoticesPart({ seasonId }: { seasonId: string }) {
  const { data = [] } = useQuery(noticesQuery(seasonId));
  if (data.length === 0) return null;
  const sent = data.filter(({ delivery }) => delivery !== 'unaddressed');
  const failed = sent.filter(({ delivery }) => delivery === 'failed').length;
  const lead = `${sent.length === 1 ? '1 Mail' : `${sent.length} Mails`}${failed > 0 ? `, davon ${failed} unzustellbar` : ''}.${answersInWords(data)}${unaddressedInWords(data)}`;
  return (
    <PagePart title="Wer benachrichtigt wurde" lead={lead} fold="Alle zeigen">
      <NoticesTable notices={data} />
    </PagePart>
  );
}

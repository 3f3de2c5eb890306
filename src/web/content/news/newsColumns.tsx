import { newsPhase, type ListedNews } from '#shared/content/news.ts';
import { formatDateTime } from '#web/lib/format.ts';
import type { Column } from '#web/ui/lists/RecordList.tsx';
import { StateMark } from '#web/ui/lists/StateMark.tsx';
import { RecordLink } from '#web/ui/plain/RecordLink.tsx';

const tones: { readonly [phase: string]: 'good' | 'waiting' } = { Veröffentlicht: 'good', Geplant: 'waiting', Entwurf: 'waiting' };

/** Whether an article is visible now, in a word. */
export function NewsMark({ news }: { news: ListedNews }) {
  const phase = newsPhase(news);
  return <StateMark tone={tones[phase] ?? 'quiet'}>{phase}</StateMark>;
}

/** The title, linked to the article. */
export function NewsTitle({ news, onOpen }: { news: ListedNews; onOpen: (id: string) => void }) {
  return <RecordLink onOpen={() => onOpen(news.id)}>{news.title}</RecordLink>;
}

/** The columns of the board's list. */
export function newsColumns(onOpen: (id: string) => void): Column<ListedNews>[] {
  return [
    { name: 'title', label: 'Titel', isName: true, cell: (news) => <NewsTitle news={news} onOpen={onOpen} /> },
    { name: 'state', label: 'Status', cell: (news) => <NewsMark news={news} /> },
    { name: 'publishAt', label: 'Ab', cell: ({ publishAt }) => formatDateTime(publishAt) },
    { name: 'expiresAt', label: 'Bis', cell: ({ expiresAt }) => formatDateTime(expiresAt) },
    { name: 'isPinned', label: 'Oben', cell: ({ isPinned }) => (isPinned ? 'ja' : '–') },
    { name: 'isShared', label: 'Verband', cell: ({ isShared, approvedAt }) => (approvedAt ? 'gezeigt' : isShared ? 'angeboten' : '–') },
    { name: 'author', label: 'Von', cell: ({ author }) => author },
  ];
}

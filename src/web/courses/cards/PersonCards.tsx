import { Text } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { germanDate } from '#shared/kernel/calendar.ts';
import type { ClubName } from '#shared/kernel/clubs.ts';
import { pages } from '#shared/kernel/pages.ts';
import { cardState, leftInWords } from './cardWords.ts';
import { soldCardsQuery } from './queries.ts';

/** The cards of one person, on their record; renders nothing if there are none. */
export function PersonCards({ personId, club }: { personId: string; club: ClubName }) {
  const { data } = useInfiniteQuery(soldCardsQuery({ club, personId }));
  const rows = data?.pages.flatMap((page) => page.rows) ?? [];
  if (rows.length === 0) return null;
  return (
    <section aria-label="Karten">
      <Text fw={600}>Karten</Text>
      {rows.map((card) => (
        <Text key={card.id} size="sm">
          <Link to={pages.adminParticipants.path} search={{ club, tab: 'cards', standing: 'all', open: card.id }}>
            {card.title}
          </Link>
          : {card.standing === 'valid' ? `${leftInWords(card)}, bis ${germanDate(card.validUntil)}` : cardState(card)}
        </Text>
      ))}
    </section>
  );
}

import { Button } from '@mantine/core';
import { z } from 'zod';
import { may } from '#shared/kernel/rights.ts';
import { clubName } from '#shared/kernel/fields.ts';
import { associationClub } from '#shared/kernel/clubs.ts';
import { pages } from '#shared/kernel/pages.ts';
import { addressOf, useAddress } from '#web/lib/address.ts';
import type { Prefetch } from '#web/lib/call/prefetch.ts';
import { authState, useAuth } from '#web/lib/session/session.ts';
import { ClubChoice } from '#web/club/parts/ClubChoice.tsx';
import { Icon } from '#web/ui/plain/Icon.tsx';
import { PageTitle } from '#web/ui/plain/PageTitle.tsx';
import { Segments } from '#web/ui/filters/Segments.tsx';
import { NewsEditor } from './NewsEditor.tsx';
import { NewsRows } from './NewsRows.tsx';
import { newsroomQuery } from './queries.ts';
import { SharedRows } from './SharedRows.tsx';

const address = z.object({
  club: clubName.optional(),
  beitrag: z.union([z.literal('neu'), z.uuid()]).optional(),
  liste: z.enum(['eigene', 'angeboten']).default('eigene'),
});

export const prefetch: Prefetch = async (client, search) => {
  const { user } = authState();
  const { club, beitrag, liste } = addressOf(address, search);
  if (user && !beitrag && liste === 'eigene') await client.prefetchInfiniteQuery(newsroomQuery(club ?? user.club.name, false));
};

/** The news of the viewer's club, or of a selected one for a super (/admin/news). */
export function Page() {
  const { user } = useAuth();
  const [{ club, beitrag, liste }, setAddress] = useAddress(address);
  if (!user) return null;
  const shown = club ?? user.club.name;
  if (beitrag) return <NewsEditor key={beitrag} id={beitrag} club={shown} onDone={(id) => setAddress({ beitrag: id })} />;
  return (
    <>
      <PageTitle title={pages.adminNews.title}>
        {may({ role: user.role.name }, 'news.readDraft', 'other') && (
          <ClubChoice value={shown} isShort onChange={(next) => setAddress({ club: next })} />
        )}
        <Button leftSection={<Icon name="plus" size={18} />} onClick={() => setAddress({ beitrag: 'neu' })}>
          Neuer Beitrag
        </Button>
      </PageTitle>
      {shown === associationClub && (
        <Segments
          aria-label="Welche Beiträge"
          mb="md"
          data={[
            { value: 'eigene', label: 'Eigene' },
            { value: 'angeboten', label: 'Von Vereinen angeboten' },
          ]}
          value={liste}
          onChange={(value) => setAddress({ liste: value === 'angeboten' ? 'angeboten' : 'eigene' })}
        />
      )}
      {shown === associationClub && liste === 'angeboten' ? (
        <SharedRows />
      ) : (
        <NewsRows club={shown} onOpen={(id) => setAddress({ beitrag: id })} />
      )}
    </>
  );
}

import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { z } from 'zod';
import { may } from '#shared/kernel/rights.ts';
import { type ClubName } from '#shared/kernel/clubs.ts';
import { clubName } from '#shared/kernel/fields.ts';
import { legalKinds } from '#shared/content/legalPages.ts';
import { pages } from '#shared/kernel/pages.ts';
import { addressOf, useAddress } from '#web/lib/address.ts';
import type { Prefetch } from '#web/lib/call/prefetch.ts';
import { authState, useAuth } from '#web/lib/session/session.ts';
import { ClubChoice } from '#web/club/parts/ClubChoice.tsx';
import { EmptyState } from '#web/ui/notices/EmptyState.tsx';
import { Icon } from '#web/ui/plain/Icon.tsx';
import { PageTitle } from '#web/ui/plain/PageTitle.tsx';
import { Loading } from '#web/ui/notices/Loading.tsx';
import { PageEditor } from './PageEditor.tsx';
import { PageTree } from './PageTree.tsx';
import { pagesQuery } from './queries.ts';

const address = z.object({
  club: clubName.optional(),
  page: z.union([z.literal('neu'), z.uuid()]).optional(),
  kind: z.enum(legalKinds).optional(),
});

export const prefetch: Prefetch = async (client, search) => {
  const { user } = authState();
  const { club, page } = addressOf(address, search);
  if (user && !page) await client.prefetchQuery(pagesQuery(club ?? user.club.name));
};

/** The content pages of the viewer's club, or of a selected one for a super (/admin/pages). */
export function Page() {
  const { user } = useAuth();
  const [{ club, page, kind }, setAddress] = useAddress(address);
  if (!user) return null;
  const shown = club ?? user.club.name;
  if (page) return <PageEditor key={page} id={page} club={shown} kind={kind} onDone={(id) => setAddress({ page: id })} />;
  return (
    <>
      <PageTitle title={pages.adminPages.title}>
        {may({ role: user.role.name }, 'pages.readDraft', 'other') && (
          <ClubChoice value={shown} isShort onChange={(next) => setAddress({ club: next })} />
        )}
        <Button leftSection={<Icon name="plus" size={18} />} onClick={() => setAddress({ page: 'neu' })}>
          Neue Seite
        </Button>
      </PageTitle>
      <Tree club={shown} onOpen={(id) => setAddress({ page: id })} />
    </>
  );
}

function Tree({ club, onOpen }: { club: ClubName; onOpen: (id: string) => void }) {
  const query = useQuery(pagesQuery(club));
  const { data } = query;
  if (!data) return <Loading query={query} />;
  if (data.length > 0) return <PageTree pages={data} onOpen={onOpen} />;
  return (
    <EmptyState icon="file-text" title="Noch keine Seite.">
      <p>Beginnen Sie mit Impressum und Datenschutz.</p>
    </EmptyState>
  );
}

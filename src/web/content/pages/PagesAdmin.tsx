import { Button, Group } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { z } from 'zod';
import { may } from '#shared/kernel/rights.ts';
import { type ClubName } from '#shared/kernel/clubs.ts';
import { clubName } from '#shared/kernel/fields.ts';
import { legalKinds, legalPages, type LegalKind } from '#shared/content/legalPages.ts';
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
  if (page)
    return <PageEditor key={page === 'neu' ? kind : page} id={page} club={shown} kind={kind} onDone={(id) => setAddress({ page: id })} />;
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
      <Tree club={shown} onOpen={(id) => setAddress({ page: id })} onNew={(legal) => setAddress({ page: 'neu', kind: legal })} />
    </>
  );
}

/** The pages that the foot of every page leads to. */
const inFoot = ['imprint', 'privacy', 'contact', 'accessibility'] as const satisfies readonly LegalKind[];

type TreeProps = { club: ClubName; onOpen: (id: string) => void; onNew: (kind: LegalKind) => void };

function Tree({ club, onOpen, onNew }: TreeProps) {
  const query = useQuery(pagesQuery(club));
  const { data } = query;
  if (!data) return <Loading query={query} />;
  const missing = inFoot.filter((kind) => data.every(({ legalKind }) => legalKind !== kind));
  const ways = missing.length > 0 && (
    <Group gap="xs" justify={data.length > 0 ? 'flex-start' : 'center'} mb="md">
      {missing.map((kind) => (
        <Button key={kind} variant="default" leftSection={<Icon name="plus" size={18} />} onClick={() => onNew(kind)}>
          {legalPages[kind].label} anlegen
        </Button>
      ))}
    </Group>
  );
  if (data.length > 0)
    return (
      <>
        {ways}
        <PageTree pages={data} onOpen={onOpen} />
      </>
    );
  return (
    <EmptyState icon="file-text" title="Noch keine Seite.">
      <p>Beginnen Sie mit den Seiten, auf die die Fußzeile führt.</p>
      {ways}
    </EmptyState>
  );
}

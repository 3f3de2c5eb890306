import { Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { z } from 'zod';
import { clubName } from '#shared/kernel/fields.ts';
import { type ClubName } from '#shared/kernel/clubs.ts';
import { pages } from '#shared/kernel/pages.ts';
import { ClubChoice } from '#web/club/parts/ClubChoice.tsx';
import { seenClub } from '#web/club/parts/seenClub.ts';
import { useAddress } from '#web/lib/address.ts';
import { useAuth } from '#web/lib/session/session.ts';
import { EmptyState } from '#web/ui/notices/EmptyState.tsx';
import { Loading } from '#web/ui/notices/Loading.tsx';
import { PageTitle } from '#web/ui/plain/PageTitle.tsx';
import { Segments } from '#web/ui/filters/Segments.tsx';
import { DeclarationCard } from './DeclarationCard.tsx';
import { declarationsQuery } from './queries.ts';

const address = z.object({ club: clubName.optional(), show: z.enum(['tasks', 'past']).default('tasks') });

/** Terminations and withdrawals: open ones for the board to decide, and settled ones (/admin/contracts). */
export function Page() {
  const { user } = useAuth();
  const [{ club: asked, show }, setAddress] = useAddress(address);
  if (!user) return null;
  const { seesClubs, club } = seenClub(user, 'contractDeclarations.list', asked);
  return (
    <>
      <PageTitle title={pages.adminContracts.title}>
        {seesClubs && <ClubChoice value={club} isShort onChange={(next) => setAddress({ club: next })} />}
        <Segments
          aria-label="Welche"
          data={[
            { value: 'tasks', label: 'Zu prüfen' },
            { value: 'past', label: 'Erledigt' },
          ]}
          value={show}
          onChange={(value) => setAddress({ show: value === 'past' ? 'past' : 'tasks' })}
        />
      </PageTitle>
      <Declarations club={club} isOpen={show === 'tasks'} />
    </>
  );
}

function Declarations({ club, isOpen }: { club: ClubName; isOpen: boolean }) {
  const query = useQuery(declarationsQuery(club, isOpen));
  const { data } = query;
  if (!data) return <Loading query={query} />;
  if (data.length === 0)
    return (
      <EmptyState icon="circle-check" title={isOpen ? 'Nichts zu prüfen.' : 'Noch ist keine Kündigung eingegangen.'}>
        <p>Was eindeutig ist, wird von selbst wirksam; alles andere wartet hier auf Sie.</p>
      </EmptyState>
    );
  return (
    <Stack gap="md">
      {data.map((one) => (
        <DeclarationCard key={one.id} declaration={one} />
      ))}
    </Stack>
  );
}

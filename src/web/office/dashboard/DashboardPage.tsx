import { z } from 'zod';
import { may } from '#shared/kernel/rights.ts';
import { clubName } from '#shared/kernel/fields.ts';
import { addressOf, useAddress } from '#web/lib/address.ts';
import type { Prefetch } from '#web/lib/call/prefetch.ts';
import { authState, useAuth } from '#web/lib/session/session.ts';
import { ClubChoice } from '#web/club/parts/ClubChoice.tsx';
import { PageTitle } from '#web/ui/plain/PageTitle.tsx';
import { NameAsked } from '#web/accounts/parts/NameAsked.tsx';
import { setupQuery } from '../setup/queries.ts';
import { FirstSteps } from '../setup/FirstSteps.tsx';
import { greetingOf } from './greeting.ts';
import { cardsQuery } from './queries.ts';
import { Figures } from './Figures.tsx';
import { OpenTasks } from './OpenTasks.tsx';
import { Ways } from './Ways.tsx';
import { WhenNear } from '#web/ui/late/WhenNear.tsx';

const address = z.object({ club: clubName.optional() });

export const prefetch: Prefetch = async (client, search) => {
  const { user } = authState();
  if (!user) return;
  const club = addressOf(address, search).club ?? user.club.name;
  const isGuided = may({ role: user.role.name }, 'setup.read', 'club');
  await Promise.all([client.prefetchQuery(cardsQuery(club)), isGuided && client.prefetchQuery(setupQuery(club))]);
};

/** The viewer's open tasks, on a phone the menu, and the club's figures (/admin). */
export function Page() {
  const { user } = useAuth();
  const [{ club }, setAddress] = useAddress(address);
  if (!user) return null;
  const role = user.role.name;
  const shown = club ?? user.club.name;
  return (
    <>
      <PageTitle title={greetingOf(user)}>
        {may({ role }, 'dashboard.read', 'other') && <ClubChoice value={shown} isShort onChange={(next) => setAddress({ club: next })} />}
      </PageTitle>
      <NameAsked user={user} />
      {may({ role }, 'setup.read', 'club') && <FirstSteps club={shown} role={role} />}
      <OpenTasks club={shown}>
        <Ways />
        {may({ role }, 'courseStat.read', 'club') && (
          <WhenNear>
            <Figures club={shown} />
          </WhenNear>
        )}
      </OpenTasks>
    </>
  );
}

import { Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { z } from 'zod';
import { may } from '#shared/kernel/rights.ts';
import type { ClubName } from '#shared/kernel/clubs.ts';
import { clubName } from '#shared/kernel/fields.ts';
import { hourSheetStateNames, type HourSheetState } from '#shared/money/hours.ts';
import { pages } from '#shared/kernel/pages.ts';
import type { User } from '#shared/kernel/user.ts';
import { useAddress } from '#web/lib/address.ts';
import { useOpenRecord } from '#web/lib/openRecord.ts';
import { useAuth } from '#web/lib/session/session.ts';
import { ClubChoice } from '#web/club/parts/ClubChoice.tsx';
import { seenClub } from '#web/club/parts/seenClub.ts';
import { Loading } from '#web/ui/notices/Loading.tsx';
import { PageTitle } from '#web/ui/plain/PageTitle.tsx';
import { ClubHours } from './ClubHours.tsx';
import { OwnHours } from './OwnHours.tsx';
import { clubHoursQuery, ownHoursQuery, ratesQuery } from './queries.ts';
import { Rates } from './Rates.tsx';
import { SheetDrawer } from './SheetDrawer.tsx';

const address = z.object({ club: clubName.optional(), state: z.enum(hourSheetStateNames).optional() });

/** Hour sheets (/admin/hours): the viewer's own, and those waiting for a head of department or the board. */
export function Page() {
  const { user } = useAuth();
  const [{ club: chosen, state }, setAddress] = useAddress(address);
  const [openId, setOpenId] = useOpenRecord();
  const query = useQuery(ownHoursQuery);
  const hasCome = useAllHours(user, chosen, state);
  if (!user) return null;
  // Own hours come first; a head or board member without any sees the sheets waiting for them.
  const isTrainer = !may({ role: user.role.name }, 'hourSheets.approve', 'club') || hasHours(query.data);
  const actor = { role: user.role.name };
  const { seesClubs, club } = seenClub(user, 'hourSheets.approve', chosen);
  return (
    <>
      <PageTitle title={pages.adminHours.title}>
        {seesClubs && <ClubChoice value={club} onChange={(next) => setAddress({ club: next })} />}
      </PageTitle>
      {!hasCome ? (
        <Loading query={query} />
      ) : (
        <Stack gap="md">
          {isTrainer && <OwnHours onOpen={setOpenId} />}
          {may(actor, 'hourSheets.approve', 'club') && (
            <ClubHours
              club={club}
              state={state}
              mayPay={Boolean(may(actor, 'charges.manage', 'club'))}
              onState={(next) => setAddress({ state: next })}
              onOpen={setOpenId}
            />
          )}
          {!isTrainer && <OwnHours onOpen={setOpenId} />}
          {may(actor, 'charges.manage', 'club') && <Rates club={club} mayAdd={club === user.club.name} />}
        </Stack>
      )}
      <SheetDrawer id={openId} onOpen={setOpenId} onClose={() => setOpenId(undefined)} />
    </>
  );
}

/** Whether the lists of the page have come for the first time: together, so that none moves the others. */
function useAllHours(user: User | null, chosen: ClubName | undefined, state: HourSheetState | undefined): boolean {
  const [hasCome, setHasCome] = useState(false);
  const actor = user && { role: user.role.name };
  const club = user ? seenClub(user, 'hourSheets.approve', chosen).club : 'RWA';
  const own = useQuery(ownHoursQuery);
  const ofClub = useQuery({ ...clubHoursQuery(club, state), enabled: Boolean(actor && may(actor, 'hourSheets.approve', 'club')) });
  const rates = useQuery({ ...ratesQuery(club), enabled: Boolean(actor && may(actor, 'charges.manage', 'club')) });
  if (!hasCome && ![own, ofClub, rates].some(({ isLoading }) => isLoading)) setHasCome(true);
  return hasCome;
}

function hasHours(own: { sheets: readonly unknown[]; proposals: readonly unknown[] } | undefined): boolean {
  return own !== undefined && own.sheets.length + own.proposals.length > 0;
}

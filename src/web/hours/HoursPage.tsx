import { Stack } from '@mantine/core';
import { useState } from 'react';
import { z } from 'zod';
import { may } from '#shared/access.ts';
import { clubName } from '#shared/fields.ts';
import { hourSheetStateNames } from '#shared/hours.ts';
import { pages } from '#shared/pages.ts';
import { useAddress } from '#web/lib/address.ts';
import { useAuth } from '#web/lib/session.ts';
import { ClubChoice } from '#web/ui/ClubChoice.tsx';
import { PageTitle } from '#web/ui/PageTitle.tsx';
import { ClubHours } from './ClubHours.tsx';
import { OwnHours } from './OwnHours.tsx';
import { Rates } from './Rates.tsx';
import { SheetDrawer } from './SheetDrawer.tsx';

const address = z.object({ club: clubName.optional(), state: z.enum(hourSheetStateNames).optional() });

/** Hour sheets (/admin/hours): one's own from held dates, and those that wait for a head or the board. */
export function Page() {
  const { user } = useAuth();
  const [{ club: chosen, state }, setAddress] = useAddress(address);
  const [openId, setOpenId] = useState<string>();
  if (!user) return null;
  const actor = { role: user.role.name };
  const seesClubs = Boolean(may(actor, 'hourSheets.approve', 'other'));
  const club = (seesClubs && chosen) || user.club.name;
  return (
    <>
      <PageTitle title={pages.adminHours.title}>
        {seesClubs && <ClubChoice value={club} onChange={(next) => setAddress({ club: next })} />}
      </PageTitle>
      <Stack gap="md">
        <OwnHours onOpen={setOpenId} />
        {may(actor, 'hourSheets.approve', 'club') && (
          <ClubHours
            club={club}
            state={state}
            mayPay={Boolean(may(actor, 'charges.manage', 'club'))}
            onState={(next) => setAddress({ state: next })}
            onOpen={setOpenId}
          />
        )}
        {may(actor, 'charges.manage', 'club') && <Rates club={club} mayAdd={club === user.club.name} />}
      </Stack>
      <SheetDrawer id={openId} onClose={() => setOpenId(undefined)} />
    </>
  );
}

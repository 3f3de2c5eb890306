import { useState } from 'react';
import { z } from 'zod';
import { localOf } from '#shared/calendar.ts';
import { useAddress } from '#web/lib/address.ts';
import { PageTitle } from '#web/ui/PageTitle.tsx';
import { AttendanceList } from './AttendanceList.tsx';
import { DateList } from './DateList.tsx';

const address = z.object({ session: z.uuid().optional() });

/** The attendance of one date; without one, the dates of today to choose from (/admin/mobile/participantList). */
export function Page() {
  const [{ session }] = useAddress(address);
  const [today] = useState(() => localOf(new Date()).date);
  if (session) return <AttendanceList sessionId={session} />;
  return (
    <>
      <PageTitle title="Anwesenheit" />
      <DateList from={today} to={today} empty="Heute gibt es keine Termine." />
    </>
  );
}

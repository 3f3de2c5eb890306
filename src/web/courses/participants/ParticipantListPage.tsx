import { useState } from 'react';
import { z } from 'zod';
import { useAddress } from '#web/lib/address.ts';
import { today } from '#web/lib/berlinDay.ts';
import { PageTitle } from '#web/ui/plain/PageTitle.tsx';
import { AttendanceList } from '../attendance/AttendanceList.tsx';
import { DateList } from '../attendance/DateList.tsx';

const address = z.object({ session: z.uuid().optional() });

/** The attendance of one date; without one, the dates of today to choose from (/admin/mobile/participantList). */
export function Page() {
  const [{ session }] = useAddress(address);
  const [thisDay] = useState(today);
  if (session) return <AttendanceList sessionId={session} />;
  return (
    <>
      <PageTitle title="Anwesenheit" />
      <DateList from={thisDay} to={thisDay} empty="Heute gibt es keine Termine." keepsLists />
    </>
  );
}

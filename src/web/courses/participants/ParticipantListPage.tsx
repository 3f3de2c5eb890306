import { useState } from 'react';
import { z } from 'zod';
import { useAddress } from '#web/lib/address.ts';
import { today } from '#web/lib/berlinDay.ts';
import { PageTitle } from '#web/ui/plain/PageTitle.tsx';
import { AttendanceList } from '../attendance/AttendanceList.tsx';
import { DateList } from '../attendance/DateList.tsx';
import { DaySteps } from '../attendance/DaySteps.tsx';

const address = z.object({ session: z.uuid().optional(), day: z.iso.date().optional() });

/** The attendance list of one session; without one, the sessions of a day, first today (/admin/mobile/participantList). */
export function Page() {
  const [{ session, ...at }, change] = useAddress(address);
  const [thisDay] = useState(today);
  const day = at.day ?? thisDay;
  const isToday = day === thisDay;
  if (session) return <AttendanceList sessionId={session} />;
  return (
    <>
      <PageTitle title="Anwesenheit" />
      <DaySteps day={day} today={thisDay} onDay={(next) => change({ day: next === thisDay ? undefined : next })} />
      <DateList
        key={day}
        from={day}
        to={day}
        empty={isToday ? 'Heute gibt es keine Termine.' : 'An diesem Tag gibt es keine Termine.'}
        keepsLists={isToday}
      />
    </>
  );
}

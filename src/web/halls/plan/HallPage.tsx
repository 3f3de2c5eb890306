import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { addDays, dayInWords } from '#shared/kernel/calendar.ts';
import type { DoorPlan } from '#shared/halls/halls.ts';
import { useAddressTexts } from '#web/lib/address.ts';
import { today } from '#web/lib/berlinDay.ts';
import { LoadProblem } from '#web/ui/notices/LoadProblem.tsx';
import { Pending } from '#web/ui/notices/Pending.tsx';
import { PageTitle } from '#web/ui/plain/PageTitle.tsx';
import classes from './hall.module.css';
import { HallEntries } from './HallEntries.tsx';
import { ReportDefect } from '../facilities/ReportDefect.tsx';
import { PlainButton } from '#web/ui/plain/PlainButton.tsx';
import { doorPlanQuery } from '../facilities/queries.ts';

/** The page behind the QR code at a hall's door: today's plan, and the defect report (/halls/{slug}). */
export function Page() {
  const { slug = '' } = useParams({ strict: false });
  const [{ kiosk, date: asked = '' }, setAddress] = useAddressTexts();
  const date = /^\d{4}-\d\d-\d\d$/.test(asked) ? asked : undefined;
  const { data, error, refetch } = useQuery(doorPlanQuery(slug, date));
  if (error && !data)
    return (
      <>
        <PageTitle title="Hallenplan" />
        <LoadProblem error={error} onRetry={() => void refetch()} />
      </>
    );
  if (!data) return <Pending />;
  return (
    <div className={kiosk ? classes['kiosk'] : undefined} data-kiosk={kiosk ? true : undefined}>
      <h1 className={classes['title']}>{data.name}</h1>
      <p className={classes['lead']}>
        {data.address}
        {data.address && ' · '}verwaltet von {data.managerClub}
      </p>
      {!kiosk && <DayChooser date={data.date} onChange={(day) => setAddress({ date: day === today() ? undefined : day })} />}
      <Plan plan={data} />
      {!kiosk && <Reporting plan={data} />}
    </div>
  );
}

function DayChooser({ date, onChange }: { date: string; onChange: (date: string) => void }) {
  return (
    <div className={`${classes['days']} no-print`}>
      <PlainButton onClick={() => onChange(addDays(date, -1))}>Tag davor</PlainButton>
      <PlainButton onClick={() => onChange(today())}>Heute</PlainButton>
      <PlainButton onClick={() => onChange(addDays(date, 1))}>Tag danach</PlainButton>
    </div>
  );
}

function Plan({ plan }: { plan: DoorPlan }) {
  return (
    <section aria-labelledby="door-day">
      <h2 id="door-day" className={classes['day']}>
        {dayInWords(plan.date)}
      </h2>
      <p className={classes['lead']}>{plan.pause ? `Geschlossen: ${plan.pause}` : `Geöffnet: ${plan.opening}`}</p>
      {plan.entries.length === 0 && (
        <p className={classes['entry']}>{plan.date === today() ? 'Heute steht nichts im Plan.' : 'An diesem Tag steht nichts im Plan.'}</p>
      )}
      <HallEntries entries={plan.entries} />
    </section>
  );
}

function Reporting({ plan }: { plan: DoorPlan }) {
  const [isOpen, setIsOpen] = useState(false);
  if (isOpen) return <ReportDefect plan={plan} onClose={() => setIsOpen(false)} />;
  return (
    <div className={`${classes['report']} no-print`}>
      <PlainButton onClick={() => setIsOpen(true)}>Schaden melden</PlainButton>
    </div>
  );
}

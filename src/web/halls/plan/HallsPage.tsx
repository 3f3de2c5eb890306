import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { addDays, dayInWords, germanDate } from '#shared/kernel/calendar.ts';
import { pages } from '#shared/kernel/pages.ts';
import type { PublicPlan } from '#shared/halls/halls.ts';
import { useAddressTexts } from '#web/lib/address.ts';
import { today } from '#web/lib/berlinDay.ts';
import { useNow } from '#web/lib/useNow.ts';
import { EmptyState } from '#web/ui/notices/EmptyState.tsx';
import { Loading } from '#web/ui/notices/Loading.tsx';
import { PageTitle } from '#web/ui/plain/PageTitle.tsx';
import { PlainButton } from '#web/ui/plain/PlainButton.tsx';
import { PlainSelect } from '#web/ui/plain/PlainSelect.tsx';
import { publicPlanQuery } from '../facilities/queries.ts';
import classes from './hall.module.css';
import { HallEntries } from './HallEntries.tsx';

type Day = PublicPlan['plans'][number]['days'][number];

/** The public plan: a day of all halls, or the week of one (/halls); with kiosk=1 for a screen. */
export function Page() {
  const [{ kiosk, date: asked = '', hall }, setAddress] = useAddressTexts();
  // A kiosk runs for weeks: re-rendering switches it to the new day.
  useNow();
  const date = /^\d{4}-\d\d-\d\d$/.test(asked) ? asked : today();
  const query = useQuery(publicPlanQuery(date, hall));
  const plan = query.data;
  if (!plan)
    return (
      <>
        <PageTitle title="Hallenpläne" />
        <Loading query={query} />
      </>
    );
  return (
    <div className={kiosk ? classes['kiosk'] : undefined} data-kiosk={kiosk ? true : undefined}>
      <PageTitle title="Hallenpläne" />
      {!kiosk && plan.halls.length > 0 && <Chooser plan={plan} date={date} hall={hall} onChange={setAddress} />}
      {!kiosk && plan.halls.length > 0 && (
        <p className="no-print">
          <Link to={pages.hallRequest.path}>Hallenzeit anfragen</Link>
        </p>
      )}
      <h2 className={classes['day']}>
        {plan.from === plan.to ? dayInWords(plan.from) : `${germanDate(plan.from)} bis ${germanDate(plan.to)}`}
      </h2>
      {plan.plans.length === 0 && <EmptyState icon="calendar-off" title="Hier gibt es noch keine Sportstätten." />}
      {kiosk && isFree(plan) && (
        <p className={classes['lead']}>{plan.from === plan.to ? 'Heute' : 'In dieser Woche'} ist nichts eingetragen.</p>
      )}
      <div className={classes['plans']}>
        {hall === undefined
          ? plan.plans.map(({ slug, name, days: [day] }) => (
              <Part key={slug} day={day} isKiosk={kiosk !== undefined}>
                <Link to="/halls/$slug" params={{ slug }} search={day && day.date !== today() ? { date: day.date } : {}}>
                  {name}
                </Link>
              </Part>
            ))
          : plan.plans[0]?.days.map((day) => (
              <Part key={day.date} day={day} isKiosk={kiosk !== undefined}>
                {dayInWords(day.date)}
                {day.date === today() && ', heute'}
              </Part>
            ))}
      </div>
    </div>
  );
}

/** Whether there are halls, but no bookings at all; a kiosk omits such halls. */
function isFree({ plans }: PublicPlan): boolean {
  return plans.length > 0 && plans.every(({ days }) => days.every(({ entries }) => entries.length === 0));
}

type ChooserProps = { plan: PublicPlan; date: string; hall: string | undefined; onChange: (change: object) => void };

function Chooser({ plan, date, hall, onChange }: ChooserProps) {
  const [step, word] = hall === undefined ? [1, 'Tag'] : [7, 'Woche'];
  const go = (day: string) => onChange({ date: day === today() ? undefined : day });
  return (
    <div className={`${classes['chooser']} no-print`}>
      <PlainSelect label="Sportstätte" value={hall ?? ''} onChange={({ target }) => onChange({ hall: target.value })}>
        <option value="">Alle Sportstätten, ein Tag</option>
        {plan.halls.map(({ slug, name }) => (
          <option key={slug} value={slug}>
            {name}, ganze Woche
          </option>
        ))}
      </PlainSelect>
      <div className={classes['days']}>
        <PlainButton onClick={() => go(addDays(date, -step))}>{word} davor</PlainButton>
        <PlainButton onClick={() => go(today())}>Heute</PlainButton>
        <PlainButton onClick={() => go(addDays(date, step))}>{word} danach</PlainButton>
        {/* No phone prints the plan or hangs at a door. */}
        <span className={classes['wide']}>
          <PlainButton onClick={() => print()}>Drucken</PlainButton>
          <PlainButton onClick={() => onChange({ kiosk: '1', date: undefined })}>Für einen Bildschirm</PlainButton>
        </span>
      </div>
    </div>
  );
}

/** A hall on a day. A closed one without bookings takes one line. */
function Part({ day, isKiosk, children }: { day: Day | undefined; isKiosk: boolean; children: ReactNode }) {
  if (!day || (isKiosk && day.entries.length === 0)) return null;
  return (
    <section className={classes['part']}>
      <h3 className={classes['partTitle']}>{children}</h3>
      <p className={classes['lead']}>
        {day.pause ? `Geschlossen: ${day.pause}` : day.opening === 'geschlossen' ? 'Geschlossen' : `Geöffnet: ${day.opening}`}
        {day.entries.length === 0 && !day.pause && day.opening !== 'geschlossen' && ' · nichts eingetragen'}
      </p>
      <HallEntries entries={day.entries} />
    </section>
  );
}

import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { enrolmentSets, enrolmentStateNames } from '#shared/courses/enrolmentStates.ts';
import type { OwnEnrolment } from '#shared/courses/enrolmentShapes.ts';
import { formatDay, formatTime } from '#web/lib/format.ts';
import { Loading } from '#web/ui/notices/Loading.tsx';
import { PagePart } from '#web/ui/plain/PagePart.tsx';
import { RowPart } from '#web/ui/rows/RowPart.tsx';
import classes from '../offers/course.module.css';
import { myEnrolmentsQuery } from '../offers/queries.ts';
import { EnrolmentCard } from './EnrolmentCard.tsx';

/** More active enrolments than this are rows to be opened, so that the page stays short. */
const cardsAtMost = 3;

/** The enrolments of the viewer and their children (/profile): those that need an answer first, ended ones folded. */
export function EnrolmentRows() {
  const query = useQuery(myEnrolmentsQuery());
  const { data } = query;
  if (!data) return <Loading query={query} />;
  if (data.length === 0)
    return (
      <PagePart title="Meine Anmeldungen">
        <p className={classes['quiet']}>Noch keine Anmeldungen.</p>
      </PagePart>
    );
  return <Placed all={data} />;
}

/** An enrolment stays where it stood when the page was opened, whatever becomes of it meanwhile. */
function Placed({ all }: { all: readonly OwnEnrolment[] }) {
  const [placed] = useState(() => firstPlaces(all));
  const at = Map.groupBy(all, (one) => placed.get(one.id) ?? 'open');
  const ended = at.get('ended') ?? [];
  return (
    <>
      <h2 className={classes['small']}>Meine Anmeldungen</h2>
      {at.has('open') && (
        <div className={classes['cards']}>
          {at.get('open')?.map((one) => (
            <EnrolmentCard key={one.id} registration={one} />
          ))}
        </div>
      )}
      {at.get('row')?.map((one) => (
        <EnrolmentRow key={one.id} of={one} />
      ))}
      {ended.length > 0 && (
        <RowPart id="beendet" title="Beendet" state={ended.length === 1 ? '1 Anmeldung' : `${ended.length} Anmeldungen`}>
          <div className={classes['cards']}>
            {ended.map((one) => (
              <EnrolmentCard key={one.id} registration={one} />
            ))}
          </div>
        </RowPart>
      )}
    </>
  );
}

type Place = 'open' | 'row' | 'ended';

function firstPlaces(all: readonly OwnEnrolment[]): Map<string, Place> {
  const active = all.filter((one) => !isEnded(one));
  const place = (one: OwnEnrolment): Place => {
    if (isEnded(one)) return 'ended';
    return active.length <= cardsAtMost || needsAnswer(one) ? 'open' : 'row';
  };
  return new Map(all.map((one) => [one.id, place(one)]));
}

function needsAnswer({ state, swap, undoUntil }: OwnEnrolment): boolean {
  return enrolmentSets.answerable.includes(state) || swap?.hasAgreed === false || undoUntil !== null;
}

function isEnded(one: OwnEnrolment): boolean {
  return enrolmentSets.ended.includes(one.state) && one.undoUntil === null;
}

function EnrolmentRow({ of: one }: { of: OwnEnrolment }) {
  const { nextAt, title } = one.target;
  const words = [
    one.name,
    one.position === null ? enrolmentStateNames[one.state] : `${enrolmentStateNames[one.state]}, Platz ${one.position}`,
    nextAt && `${formatDay(nextAt)}, ${formatTime(nextAt)} Uhr`,
  ];
  return (
    <RowPart id={one.id} title={title} state={words.filter(Boolean).join(' · ')}>
      <EnrolmentCard registration={one} />
    </RowPart>
  );
}

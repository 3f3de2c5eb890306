import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { answeringPhases, wishOutcomeNames } from '#shared/courses/holiday/rules.ts';
import type { HolidayPage, WishingChild } from '#shared/courses/holiday/shapes.ts';
import { instantInWords } from '#shared/kernel/calendar.ts';
import { useAuth } from '#web/lib/session/session.ts';
import { Loading } from '#web/ui/notices/Loading.tsx';
import { PagePart } from '#web/ui/plain/PagePart.tsx';
import { PlainButton } from '#web/ui/plain/PlainButton.tsx';
import { AddPersonForm } from '../enrolments/AddPersonForm.tsx';
import classes from './holiday.module.css';
import { ownChildrenQuery } from './queries.ts';
import { WishForm } from './WishForm.tsx';

/** The children of the viewer in a round: what they wish, and afterwards what became of it. */
export function OwnChildren({ round }: { round: HolidayPage }) {
  const query = useQuery(ownChildrenQuery(round.id));
  const { data } = query;
  if (!data) return <Loading query={query} />;
  const shown = round.phase === 'open' ? data : data.filter(({ entry }) => entry);
  return (
    <>
      {shown.map((child) => (
        <PagePart key={child.personId} title={round.phase === 'open' ? `Wünsche für ${child.name}` : child.name}>
          {fitsNowhere(round, child) && <p>{`Für ${child.name} ist kein Angebot dabei. ${child.unfit[0]?.reason ?? ''}`}</p>}
          {fitsNowhere(round, child) ? null : round.phase === 'open' ? (
            // What another parent saves meanwhile begins the form anew; what was typed here is kept.
            <WishForm key={child.entry?.version ?? 0} round={round} child={child} />
          ) : (
            <Results round={round} child={child} />
          )}
        </PagePart>
      ))}
      {answeringPhases.includes(round.phase) && shown.length === 0 && (
        <PagePart title="Ihre Wünsche">
          <p>Von Ihnen gibt es in diesem Ferienprogramm keine Wünsche.</p>
        </PagePart>
      )}
      {round.phase === 'open' && <AnotherChild hasNone={data.length === 0} />}
    </>
  );
}

/** No offer takes the child, and nothing is wished yet: a form would be of no use. */
function fitsNowhere(round: HolidayPage, { unfit, entry }: WishingChild): boolean {
  return round.phase === 'open' && entry === null && unfit.length === round.offers.length;
}

function notedInWords(count: number): string {
  return count === 1 ? '1 Wunsch ist' : `${count} Wünsche sind`;
}

function Results({ round, child }: { round: HolidayPage; child: WishingChild }) {
  if (child.results.length === 0)
    return <p>{`${notedInWords(child.entry?.wishes.length ?? 0)} notiert. Das Ergebnis steht hier und kommt per Mail.`}</p>;
  return (
    <>
      <ul className={classes['results']}>
        {child.results.map(({ courseId, outcome, reason, enrolmentId, answerUntil }) => (
          <li key={courseId}>
            <strong>{round.offers.find((one) => one.courseId === courseId)?.title}</strong>: {wishOutcomeNames[outcome]}
            {outcome !== 'seat' && ` (${reason})`}
            {answerUntil && `, bitte annehmen bis ${instantInWords(answerUntil)}`}
            {enrolmentId && (
              <>
                {' · '}
                <a href={`/registration/${enrolmentId}`}>{answerUntil ? 'Platz annehmen oder ablehnen' : 'Ansehen'}</a>
              </>
            )}
          </li>
        ))}
      </ul>
      {child.entry?.lot && (
        <p className={classes['quiet']}>{`Los ${child.entry.lot}${child.entry.friends > 1 ? ', gemeinsam mit den Freunden' : ''}`}</p>
      )}
    </>
  );
}

function AnotherChild({ hasNone }: { hasNone: boolean }) {
  const { user } = useAuth();
  const [isOpen, setIsOpen] = useState(false);
  if (!user) return null;
  return (
    <PagePart title={hasNone ? 'Für welches Kind?' : 'Noch ein Kind'}>
      {isOpen ? (
        <AddPersonForm club={user.club.name} user={user} mayBeSelf={false} onDone={() => setIsOpen(false)} />
      ) : (
        <PlainButton look={hasNone ? 'main' : 'quiet'} onClick={() => setIsOpen(true)}>
          Kind eintragen
        </PlainButton>
      )}
    </PagePart>
  );
}

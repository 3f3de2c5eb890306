import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { enrolmentStateNames } from '#shared/courses/enrolmentStates.ts';
import { answeringPhases, wishOutcomeNames } from '#shared/courses/holiday/rules.ts';
import type { HolidayPage, WishingChild } from '#shared/courses/holiday/shapes.ts';
import { instantInWords } from '#shared/kernel/calendar.ts';
import { useAuth } from '#web/lib/session/session.ts';
import { Loading } from '#web/ui/notices/Loading.tsx';
import { PagePart } from '#web/ui/plain/PagePart.tsx';
import { PlainButton, plainButton } from '#web/ui/plain/PlainButton.tsx';
import { AddPersonForm } from '../enrolments/AddPersonForm.tsx';
import classes from './holiday.module.css';
import { ownChildrenQuery } from './queries.ts';
import { WishForm } from './WishForm.tsx';
import { starsInWords } from './words.ts';

type OwnChildrenProps = { round: HolidayPage; /** The offers, unless the form shows them with their stars. */ children: ReactNode };

/** The viewer's children in a round: their wishes, and afterwards the results. */
export function OwnChildren({ round, children }: OwnChildrenProps) {
  const query = useQuery(ownChildrenQuery(round.id));
  const { data } = query;
  if (!data) return <Loading query={query} />;
  const shown = round.phase === 'open' ? data : data.filter(({ entry }) => entry);
  const hasForm = round.phase === 'open' && shown.some((child) => !fitsNowhere(round, child));
  return (
    <>
      {shown.map((child) => (
        <PagePart key={child.personId} title={round.phase === 'open' ? `Wünsche für ${child.name}` : child.name}>
          {fitsNowhere(round, child) && <p>{`Für ${child.name} ist kein Angebot dabei. ${whyNowhere(round, child)}`}</p>}
          {fitsNowhere(round, child) ? null : round.phase === 'open' ? (
            <WishForm round={round} child={child} />
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
      {!hasForm && children}
    </>
  );
}

/** No offer fits the child and there are no wishes yet: a form would be useless. */
function fitsNowhere(round: HolidayPage, { unfit, entry }: WishingChild): boolean {
  return round.phase === 'open' && entry === null && unfit.length === round.offers.length;
}

/** Why the child fits nowhere: what takes place says more than what does not. */
function whyNowhere({ offers }: HolidayPage, { unfit }: WishingChild): string {
  const held = unfit.find(({ courseId }) => offers.some((one) => one.courseId === courseId && !one.isOff));
  return (held ?? unfit[0])?.reason ?? '';
}

function Results({ round, child }: { round: HolidayPage; child: WishingChild }) {
  const titleOf = (id: string) => round.offers.find(({ courseId }) => courseId === id)?.title;
  if (child.results.length === 0) return <Noted child={child} titleOf={titleOf} />;
  return (
    <>
      <ul className={classes['results']}>
        {child.results.map((one) => (
          <li key={one.courseId}>
            <strong>{titleOf(one.courseId)}</strong>: {resultInWords(one)}
            {one.enrolmentId && !one.answerUntil && (
              <>
                {' · '}
                <a href={`/registration/${one.enrolmentId}`}>Ansehen</a>
              </>
            )}
            {one.enrolmentId && one.answerUntil && (
              <a
                className={`${plainButton('main')} ${classes['answer']}`}
                href={`/registration/${one.enrolmentId}`}
                aria-label={`Platz annehmen oder ablehnen: ${titleOf(one.courseId)}`}
              >
                Platz annehmen oder ablehnen
              </a>
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

type NotedProps = { child: WishingChild; titleOf: (courseId: string) => string | undefined };

/** The wishes, before seats are allocated. */
function Noted({ child: { entry }, titleOf }: NotedProps) {
  return (
    <>
      <ul className={classes['results']}>
        {entry?.wishes.map(({ courseId, stars }) => (
          <li key={courseId}>
            {titleOf(courseId)} <span aria-label={stars === 1 ? '1 Stern' : `${stars} Sterne`}>{starsInWords(stars)}</span>
          </li>
        ))}
      </ul>
      <p>Diese Wünsche sind notiert. Das Ergebnis steht hier und kommt per Mail.</p>
    </>
  );
}

/** The result of a wish: once a seat was offered, the current state of that offer. */
function resultInWords({ outcome, reason, state, answerUntil }: WishingChild['results'][number]): string {
  if (answerUntil) return `Platz, bitte annehmen bis ${instantInWords(answerUntil)}`;
  if (state && state !== 'waitlisted') return enrolmentStateNames[state];
  return outcome === 'seat' ? wishOutcomeNames.seat : `${wishOutcomeNames[outcome]} (${reason})`;
}

function AnotherChild({ hasNone }: { hasNone: boolean }) {
  const { user } = useAuth();
  const [isOpen, setIsOpen] = useState(false);
  if (!user) return null;
  return (
    <PagePart title={hasNone ? 'Für welches Kind?' : 'Noch ein Kind'}>
      {isOpen ? (
        <AddPersonForm
          club={user.club.name}
          user={user}
          mayBeSelf={false}
          onDone={() => setIsOpen(false)}
          onClose={() => setIsOpen(false)}
        />
      ) : (
        <PlainButton look={hasNone ? 'main' : 'quiet'} onClick={() => setIsOpen(true)}>
          Kind eintragen
        </PlainButton>
      )}
    </PagePart>
  );
}

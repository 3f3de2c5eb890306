import { useEffect, useRef, useState } from 'react';
import { enrolmentStateNames, enrolmentSets } from '#shared/courses/enrolmentStates.ts';
import { germanDate } from '#shared/kernel/calendar.ts';
import { paidUntilInWords } from '#shared/courses/leaving.ts';
import { priceUnitNames } from '#shared/courses/courseWords.ts';
import { euros } from '#shared/kernel/money.ts';
import type { OwnEnrolment } from '#shared/courses/enrolmentShapes.ts';
import { today } from '#web/lib/berlinDay.ts';
import { CallError } from '#web/lib/call/call.ts';
import { formatDateTime, formatDay, formatTime } from '#web/lib/format.ts';
import classes from '../offers/course.module.css';
import own from './signUp.module.css';
import { useSignUpMutations } from '../offers/queries.ts';
import { PlainButton } from '#web/ui/plain/PlainButton.tsx';
import { MovePart } from '../moves/MovePart.tsx';
import { PausePart } from '../pauses/PausePart.tsx';
import { PlacedPanel } from './Arrival.tsx';
import { Adoption } from './Adoption.tsx';
import { BindingStep, type Bound } from './BindingStep.tsx';
import { Refusal } from '#web/ui/notices/Refusal.tsx';
import { lazyPart } from '#web/ui/late/lazyPart.tsx';

// Only of a group, or once the seat is taken: the last step before comes without them.
const SwapPart = lazyPart(async () => (await import('../moves/SwapPart.tsx')).SwapPart, null);
const TransferPart = lazyPart(async () => (await import('../orders/TransferPart.tsx')).TransferPart, null);

/** One of the viewer's enrolments: its state, its actions, and the countdown of an offer. */
export function EnrolmentCard({ registration: one }: { registration: OwnEnrolment }) {
  const { answer } = useSignUpMutations();
  const [isSure, setIsSure] = useState(false);
  const isOver = enrolmentSets.ended.includes(one.state);
  const hasArrived = useArrived(answer, one);
  const error = isSure || hasArrived ? null : answer.error;
  const setSure = (next: boolean) => (setIsSure(next), answer.reset());
  const act = (action: 'decline' | 'keep' | 'undo') => (setIsSure(false), answer.mutate({ token: one.token, action }));
  const bind = (action: 'confirm' | 'accept', bound: Bound) => answer.mutate({ token: one.token, action, ...bound });
  return (
    <section className={classes['card']} data-state={one.state}>
      <h2 className={classes['cardTitle']}>
        <a href={one.target.kind === 'course' ? `/id/${one.target.slug}` : `/events?termin=${one.target.slug}`}>{one.target.title}</a>
      </h2>
      <p>
        {one.name} · <strong>{enrolmentStateNames[one.state]}</strong>
        {one.position !== null && `, Platz ${one.position}`}
      </p>
      {!isOver && <WhenWherePrice of={one} />}
      {one.state === 'cancelled' && one.cancelFeeCents > 0 && <p>Gebühr: {euros(one.cancelFeeCents)}</p>}
      {one.state === 'unverified' && (
        <>
          <p>Noch nicht bestätigt. Bitte bestätigen Sie bis {formatDateTime(one.holdExpiresAt)}.</p>
          {one.step && (
            <BindingStep
              of={{ ...one, step: one.step }}
              isPending={answer.isPending}
              error={error}
              onBind={(bound) => bind('confirm', bound)}
            />
          )}
        </>
      )}
      {one.state === 'offered' && one.offerExpiresAt && (
        <>
          <p>
            Ein Platz ist frei. Noch <Countdown until={one.offerExpiresAt} /> (bis {formatDateTime(one.offerExpiresAt)}).
          </p>
          {one.step && (
            <BindingStep
              of={{ ...one, step: one.step }}
              isPending={answer.isPending}
              error={error}
              onBind={(bound) => bind('accept', bound)}
            />
          )}
          <div className={classes['buttons']}>
            <PlainButton disabled={answer.isPending} onClick={() => act('decline')}>
              Platz ablehnen
            </PlainButton>
          </div>
        </>
      )}
      {one.canCancel && one.state !== 'offered' && !isSure && (
        <span className={classes['more']}>
          <PlainButton onClick={() => setSure(true)}>{one.endsOnNotice ? 'Kündigen …' : wayOut(one)}</PlainButton>
        </span>
      )}
      {isSure && one.canCancel && (
        <Leaving
          of={one}
          isPending={answer.isPending}
          error={answer.error}
          onLeave={() => answer.mutate({ token: one.token, action: 'cancel' }, { onSuccess: () => setIsSure(false) })}
          onStay={() => setSure(false)}
        />
      )}
      {one.state === 'confirmed' && one.leavesOn && !one.move && (
        <>
          <p>
            Gekündigt zum <strong>{germanDate(one.leavesOn)}</strong>.{sentence(paidUntilInWords(one, one.leavesOn, today()))}
          </p>
          <PlainButton disabled={answer.isPending} onClick={() => act('keep')}>
            Kündigung zurücknehmen
          </PlainButton>
        </>
      )}
      {one.swap && <SwapPart token={one.token} swap={one.swap} />}
      {(one.move ?? one.mayMove) && <MovePart of={one} />}
      {(one.mayPause || one.pauses.length > 0) && <PausePart of={one} />}
      {hasArrived && <Answered of={one} action={answer.variables?.action} />}
      {one.undoUntil && (
        <div className={classes['buttons']}>
          <p>
            Ein Versehen? Noch <Countdown until={one.undoUntil} /> lässt sich das zurücknehmen.
          </p>
          <PlainButton disabled={answer.isPending} onClick={() => act('undo')}>
            Rückgängig
          </PlainButton>
        </div>
      )}
      <Waiting of={one} />
      {!one.step && <Refusal error={error} />}
      {one.transfer && <TransferPart of={one.transfer} />}
      {one.order && !isOver && <Agreed state={one.state} order={one.order} />}
      <Adoption of={one} accountKey={answer.data?.accountKey} />
    </section>
  );
}

type LeavingProps = { of: OwnEnrolment; isPending: boolean; error: unknown; onLeave: () => void; onStay: () => void };

/** What leaving today means, and its button, in the place of the button that asked; a failure stands above it. */
function Leaving({ of: one, isPending, error, onLeave, onStay }: LeavingProps) {
  const question = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    question.current?.parentElement?.scrollIntoView({ block: 'nearest' });
    question.current?.focus({ preventScroll: true });
  }, []);
  return (
    <div className={classes['buttons']}>
      <p ref={question} tabIndex={-1} className={own['arrival']}>
        {askedOf(one)}
      </p>
      <Refusal error={error} />
      <PlainButton look="main" disabled={isPending} onClick={onLeave}>
        {one.endsOnNotice ? `Zum ${germanDate(one.endsOnNotice)} kündigen` : bindingWayOut(one)}
      </PlainButton>
      <PlainButton onClick={onStay}>{one.endsOnNotice ? 'Dabei bleiben' : 'Doch nicht'}</PlainButton>
    </div>
  );
}

function WhenWherePrice({ of: one }: { of: OwnEnrolment }) {
  const { kind, nextAt, place } = one.target;
  const facts = [
    nextAt && `${kind === 'course' ? 'Nächster Termin' : 'Beginn'}: ${formatDay(nextAt)}, ${formatTime(nextAt)} Uhr`,
    place,
    // Who comes onto the waiting list owes nothing by that.
    one.priceCents && !(one.state === 'unverified' && one.step?.sum === '') && `Preis: ${priceOf(one)}`,
  ].filter(Boolean);
  return facts.length > 0 && <p className={classes['quiet']}>{facts.join(' · ')}</p>;
}

function Waiting({ of: one }: { of: OwnEnrolment }) {
  if (one.state === 'pending')
    return <p className={classes['quiet']}>Der Verein muss noch zusagen. Sie bekommen eine Mail; bis dahin ziehen Sie kostenlos zurück.</p>;
  if (one.state !== 'waitlisted') return null;
  return <p className={classes['quiet']}>{one.placeReason.join(' ')} Wird ein Platz für Sie frei, kommt eine Mail.</p>;
}

/** The result of an action, scrolled into view, since the card has become shorter. */
function Answered({ of: one, action = '' }: { of: OwnEnrolment; action: string | undefined }) {
  const isNotice = action === 'cancel' && one.leavesOn !== null;
  const title = isNotice ? 'Die Kündigung ist eingegangen' : answeredTitles[action];
  if (!title) return null;
  const words: { readonly [state in OwnEnrolment['state']]?: string } = {
    confirmed: `${one.name} ${confirmedWords[action] ?? 'ist angemeldet. Die Bestätigung kommt per Mail, mit den Terminen für den Kalender.'}`,
    waitlisted: `${one.name} steht auf der Warteliste, Platz ${one.position ?? 1}.`,
    pending: `Die Anfrage für ${one.name} ist eingegangen. Der Verein muss noch zusagen.`,
  };
  return (
    <PlacedPanel key={action} title={title}>
      {!isNotice && words[one.state] && <p>{words[one.state]}</p>}
    </PlacedPanel>
  );
}

const confirmedWords: { readonly [action: string]: string } = {
  undo: 'ist angemeldet.',
  keep: 'bleibt dabei. Die Bestätigung kommt per Mail.',
};

const answeredTitles: { readonly [action: string]: string } = {
  confirm: 'Das hat geklappt',
  accept: 'Das hat geklappt',
  decline: 'Der Platz ist abgelehnt',
  cancel: 'Das ist abgesagt',
  undo: 'Alles ist wie vorher',
  keep: 'Die Kündigung ist zurückgenommen',
};

/** What was done with the button where it did not conclude a contract. */
const orderedTitles: { readonly [state in OwnEnrolment['state']]?: string } = {
  waitlisted: 'Auf die Warteliste gesetzt',
  offered: 'Auf die Warteliste gesetzt',
  pending: 'Angefragt',
};

type Answer = ReturnType<typeof useSignUpMutations>['answer'];

const outcomes: { readonly [action: string]: (one: OwnEnrolment) => boolean } = {
  confirm: ({ state }) => enrolmentSets.verified.includes(state),
  accept: ({ state }) => state === 'confirmed',
  decline: ({ state }) => state === 'declined',
  cancel: ({ state, leavesOn }) => state === 'cancelled' || leavesOn !== null,
  keep: ({ state, leavesOn }) => state === 'confirmed' && leavesOn === null,
  undo: ({ state, undoUntil }) => undoUntil === null && !enrolmentSets.ended.includes(state),
};

/** Whether the last answer has arrived; it stays so, whatever happens to the enrolment afterwards. */
function useArrived(answer: Answer, one: OwnEnrolment): boolean {
  const [arrivedAt, setArrivedAt] = useState(0);
  if (arrivedAt !== answer.submittedAt && arrivedUnheard(answer, one)) setArrivedAt(answer.submittedAt);
  return answer.isSuccess || (answer.isError && arrivedAt === answer.submittedAt);
}

/** Whether an answer was stored although its response was lost: the enrolment, read again, is as was asked. */
function arrivedUnheard({ error, variables }: Answer, one: OwnEnrolment): boolean {
  if (!(error instanceof CallError) || error.code !== 'network-request-failed') return false;
  return outcomes[variables?.action ?? '']?.(one) ?? false;
}

/** The text that was shown above the button; it is agreed once there is a seat. */
function Agreed({ state, order: { placedAt, words } }: { state: OwnEnrolment['state']; order: NonNullable<OwnEnrolment['order']> }) {
  return (
    <details>
      <summary>
        {orderedTitles[state] ?? 'Vereinbart'} am {formatDateTime(placedAt)}
      </summary>
      {words.map((sentence) => (
        <p key={sentence} className={classes['quiet']}>
          {sentence}
        </p>
      ))}
    </details>
  );
}

function priceOf({ priceCents, pricePer }: OwnEnrolment): string {
  return [euros(priceCents ?? 0), pricePer && pricePer !== 'course' ? priceUnitNames[pricePer] : ''].filter(Boolean).join(' ');
}

/** Words as a further sentence. */
function sentence(words: string): string {
  return words && ` ${words}.`;
}

/** The consequences of leaving today, for the confirmation. */
function askedOf({ endsOnNotice, cancelFeeCents, ...price }: OwnEnrolment): string {
  if (endsOnNotice) {
    const paid = paidUntilInWords(price, endsOnNotice, today());
    return `Der letzte Tag wäre der ${germanDate(endsOnNotice)}.${sentence(paid && `${paid}; eine Gebühr gibt es nicht`)}`;
  }
  return cancelFeeCents > 0 ? `Heute kostet es ${euros(cancelFeeCents)}, den Platz abzusagen.` : 'Heute kostet das nichts.';
}

/** What is given up where there is no seat yet. */
const otherWaysOut: { readonly [state in OwnEnrolment['state']]?: string } = {
  unverified: 'Anmeldung zurückziehen',
  waitlisted: 'Warteliste verlassen',
  pending: 'Anfrage zurückziehen',
};

/** The label for giving up a seat, a request or a place on the waiting list. */
function wayOut({ state }: OwnEnrolment): string {
  return `${otherWaysOut[state] ?? 'Platz absagen'} …`;
}

/** The label of the binding button, which names the fee. */
function bindingWayOut({ state, cancelFeeCents }: OwnEnrolment): string {
  const other = otherWaysOut[state];
  if (other) return other;
  return cancelFeeCents > 0 ? `Für ${euros(cancelFeeCents)} absagen` : 'Platz kostenlos absagen';
}

/** Hours and minutes until an instant, updated every 30 seconds. */
function Countdown({ until }: { until: string }) {
  const [nowMs, setNowMs] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNowMs(Date.now()), 30_000);
    return () => clearInterval(timer);
  }, []);
  const minutes = Math.max(0, Math.floor((Date.parse(until) - nowMs) / 60_000));
  return (
    <strong>
      {minutes >= 60 && `${Math.floor(minutes / 60)} Std. `}
      {minutes % 60} Min.
    </strong>
  );
}

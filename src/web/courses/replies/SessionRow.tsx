import { useState } from 'react';
import { replyNames, type Reply } from '#shared/courses/replyStates.ts';
import type { OwnSession } from '#shared/courses/replies.ts';
import { timeRange } from '#shared/kernel/calendar.ts';
import { formatDateTime } from '#web/lib/format.ts';
import { PlainButton } from '#web/ui/plain/PlainButton.tsx';
import { PlainField } from '#web/ui/plain/PlainField.tsx';
import { Refusal } from '#web/ui/notices/Refusal.tsx';
import classes from './replies.module.css';

type SessionRowProps = {
  session: OwnSession;
  /** The day before the time, for rows that are not under a day's heading. */
  day?: string;
  /** Sends the reply; resolves once it is stored. */
  onReply: (reply: Reply, note: string) => void;
  isPending: boolean;
  error: unknown;
};

/** One person's session: one tap excuses, another undoes it. */
export function SessionRow({ session: one, day, onReply, isPending, error }: SessionRowProps) {
  const isSaid = one.reply === 'no' || one.reply === 'late';
  return (
    <li className={classes['row']} data-off={one.state === 'cancelled' || undefined}>
      <p className={classes['what']}>
        <span className={classes['time']}>
          {day && `${day}, `}
          {timeRange(one)}
        </span>{' '}
        <a href={`/id/${one.slug}`}>{one.courseTitle}</a> · <strong>{one.firstname}</strong>
        {one.place && ` · ${one.place}`}
      </p>
      {one.state === 'cancelled' && <p className={classes['off']}>Fällt aus{one.reason && `: ${one.reason}`}</p>}
      {one.state === 'moved' && <p className={classes['moved']}>Verlegt auf diese Zeit</p>}
      <output className={classes['said']}>
        {isSaid && one.state !== 'cancelled' && `${one.firstname} ${replyNames[one.reply ?? 'yes']}${one.note && `: ${one.note}`}`}
        {isSaid && one.repliedBy && ` (von ${one.repliedBy})`}
      </output>
      {one.mayReply && !isSaid && one.replyUntil && (
        <p className={classes['quiet']}>
          {one.firstname} kommt nicht? Bitte bis {formatDateTime(one.replyUntil)} Bescheid geben; später geht es auch.
        </p>
      )}
      {one.mayReply && (
        <>
          <PlainButton
            aria-label={
              isSaid ? `Rückgängig: ${one.firstname} kommt zu ${one.courseTitle}` : `${one.firstname} entschuldigen: ${one.courseTitle}`
            }
            disabled={isPending}
            onClick={() => onReply(isSaid ? 'yes' : 'no', '')}
          >
            {isSaid ? 'Rückgängig' : `${one.firstname} entschuldigen`}
          </PlainButton>
          {!isSaid && <More session={one} onReply={onReply} isPending={isPending} />}
        </>
      )}
      <Refusal error={error} />
    </li>
  );
}

function More({ session, onReply, isPending }: Pick<SessionRowProps, 'session' | 'onReply' | 'isPending'>) {
  const [note, setNote] = useState('');
  return (
    <details className={classes['more']}>
      <summary>
        Kommt später oder Nachricht
        <span className="unseen">
          {' '}
          zu {session.firstname}, {session.courseTitle}
        </span>
      </summary>
      <PlainField
        label="Nachricht an die Übungsleitung"
        note="Freiwillig. Nur wer die Stunde leitet, liest sie."
        maxLength={140}
        value={note}
        onChange={(event) => setNote(event.currentTarget.value)}
      />
      <div className={classes['buttons']}>
        <PlainButton disabled={isPending} onClick={() => onReply('late', note)}>
          Kommt später
        </PlainButton>
        <PlainButton disabled={isPending} onClick={() => onReply('no', note)}>
          Kommt nicht
        </PlainButton>
      </div>
    </details>
  );
}

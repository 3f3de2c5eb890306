import { germanDate, instantInWords, localOf, timesInWords } from '#shared/kernel/calendar.ts';
import type { NoticeTopic } from '#shared/accounts/noticeTopics.ts';
import type { SessionPlace } from '#shared/courses/planning/sessionMoves.ts';
import type { CourseRow } from '../offers/service.ts';
import type { courseSession } from '../offers/table.ts';

type SessionRow = typeof courseSession.$inferSelect;
type News = { topic: NoticeTopic; subject: string; text: string };

/** The message to families about cancelled or moved sessions; all sessions must be of the same kind. */
export function newsOf(row: CourseRow, sessions: readonly SessionRow[]): News {
  const [first] = sessions;
  return first?.state === 'cancelled' ? newsOff(row, sessions) : newsMoved(row, sessions);
}

function newsOff({ title }: CourseRow, sessions: readonly SessionRow[]): News {
  const why = `Grund: ${sessions[0]?.reason ?? ''}`;
  const one = onlyOne(sessions);
  return one
    ? { topic: 'session_off', subject: `Fällt aus: ${title} am ${one}`, text: `„${title}“ am ${one} fällt leider aus. ${why}` }
    : {
        topic: 'session_off',
        subject: `Fällt aus: ${title}, ${countOf(sessions)}`,
        text: `„${title}“ fällt an diesen Tagen leider aus. ${why}\n\n${listOf(sessions)}`,
      };
}

function newsMoved({ title }: CourseRow, sessions: readonly SessionRow[]): News {
  const [first] = sessions;
  const why = first?.reason ? ` Grund: ${first.reason}` : '';
  if (first && sessions.length === 1)
    return { topic: 'session_moved', subject: `Verlegt: ${title}`, text: `„${title}“ am ${movedInWords(first)}.${why}` };
  const lines = sessions.map((one) => `- ${beforeInWords(one)}: jetzt ${spanInWords(one)}${one.place && `, ${one.place}`}`);
  return {
    topic: 'session_moved',
    subject: `Verlegt: ${title}, ${countOf(sessions)}`,
    text: `„${title}“ ist an diesen Tagen verlegt.${why}\n\n${lines.join('\n')}`,
  };
}

/** "11.01.2027, 18:00 Uhr ist verlegt auf 12.01.2027, 18:00–19:30 Uhr in Halle B"; if only the hall changed, it takes place there. */
function movedInWords(session: SessionRow): string {
  const { movedFrom, place } = session;
  const where = place && place !== movedFrom?.place ? ` in ${place}` : '';
  const isSameTime = spanInWords(movedFrom ?? session) === spanInWords(session);
  return isSameTime
    ? `${beforeInWords(session)} findet${where} statt`
    : `${beforeInWords(session)} ist verlegt auf ${spanInWords(session)}${where}`;
}

/** The message to families about restored sessions. */
export function newsOn({ title }: CourseRow, sessions: readonly SessionRow[]): News {
  const one = onlyOne(sessions);
  const place = sessions[0]?.place ?? '';
  return one
    ? {
        topic: 'session_on',
        subject: `Findet doch statt: ${title} am ${one}`,
        text: `„${title}“ am ${one} findet doch statt${place && `, ${place}`}.`,
      }
    : {
        topic: 'session_on',
        subject: `Findet doch statt: ${title}, ${countOf(sessions)}`,
        text: `„${title}“ findet an diesen Tagen doch statt:\n\n${listOf(sessions)}`,
      };
}

/** The message to families about moved sessions that go back. */
export function newsReturned({ title }: CourseRow, sessions: readonly SessionRow[]): News {
  const lines = sessions.map(
    (one) => `- ${beforeInWords(one)}${one.movedFrom?.place && `, ${one.movedFrom.place}`} (nicht ${instantInWords(one.startsAt)})`,
  );
  return {
    topic: 'session_moved',
    subject: `Doch nicht verlegt: ${title}, ${countOf(sessions)}`,
    text: `„${title}“ findet doch wie zuvor statt:\n\n${lines.join('\n')}`,
  };
}

/** "ein Termin", "3 Termine". */
export function countOf({ length }: readonly unknown[]): string {
  return length === 1 ? 'ein Termin' : `${length} Termine`;
}

function beforeInWords({ movedFrom, startsAt }: SessionRow): string {
  return instantInWords(movedFrom?.startsAt ?? startsAt);
}

/** "12.01.2027, 18:00–19:30 Uhr". */
function spanInWords(span: Pick<SessionPlace, 'startsAt' | 'endsAt'> | SessionRow): string {
  return `${germanDate(localOf(new Date(span.startsAt)).date)}, ${timesInWords(span)}`;
}

function onlyOne(sessions: readonly SessionRow[]): string | undefined {
  const [first] = sessions;
  return first && sessions.length === 1 ? instantInWords(first.startsAt) : undefined;
}

function listOf(sessions: readonly SessionRow[]): string {
  return sessions.map(({ startsAt }) => `- ${instantInWords(startsAt)}`).join('\n');
}

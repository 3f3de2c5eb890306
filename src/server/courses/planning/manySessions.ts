import { sessionSets } from '#shared/courses/sessionStates.ts';
import { manySessionsContract } from '#shared/courses/planning/manySessions.ts';
import type { Context } from '#server/platform/http/context.ts';
import { Problem } from '#server/platform/http/problem.ts';
import { implementing } from '#server/platform/http/serving.ts';
import { now } from '#server/platform/process/clock.ts';
import { announce, withdrawAnnouncements } from './announced.ts';
import { firstOf, idsOf, onSessions, type Chosen } from './chosenSessions.ts';
import { bookerOf } from './halls.ts';
import { reclaimHall, releaseHalls } from './sessionHall.ts';
import { countOf, newsOn } from './sessionNews.ts';
import { moveSessions, previewMoves, returnSessions } from './sessionMoves.ts';
import { mayRestore } from '../offers/service.ts';
import { changeSession, reasonOf, restoredState } from './sessions.ts';

const os = implementing(manySessionsContract);

/** Endpoints for changing several sessions of a course at once. */
export const manySessionsApi = os.router({
  cancel: os.cancel.handler(({ context, input }) => cancelSessions(context, input)),
  restore: os.restore.handler(({ context, input }) => restoreSessions(context, input)),
  previewMoves: os.previewMoves.handler(({ context, input }) => previewMoves(context, input)),
  move: os.move.handler(({ context, input }) => moveSessions(context, input)),
  takeBackMoves: os.takeBackMoves.handler(({ context, input }) => returnSessions(context, input)),
});

/** Cancels sessions for one reason; each family gets one mail, after `undoSeconds`. */
function cancelSessions(context: Context, { reason, words, ...chosen }: Chosen & { reason: string; words: string }) {
  return onSessions(context, chosen, 'sessions.cancel', async (write, row, found) => {
    const sessions = found.filter(({ state, startsAt }) => sessionSets.coming.includes(state) && startsAt > now());
    if (sessions.length === 0) throw new Problem('wrong-state');
    const why = reasonOf({ reason, words });
    for (const one of sessions) await changeSession(write, one, { state: 'cancelled', reason: why });
    await releaseHalls(write, bookerOf(context), sessions);
    await announce({ write, settings: context.settings, course: row }, idsOf(sessions));
    return { sessions, content: `Termine abgesagt: ${row.title}, ${countOf(sessions)} ab ${firstOf(sessions)} (${why})` };
  });
}

/**
 * Restores cancelled sessions, all with their halls or none; people notified of the cancellation are notified that the sessions take
 * place.
 */
function restoreSessions(context: Context, chosen: Chosen) {
  return onSessions(context, chosen, 'sessions.cancel', async (write, row, found) => {
    const sessions = found.filter((one) => mayRestore(one) && one.startsAt > now());
    if (sessions.length === 0) throw new Problem('wrong-state');
    for (const one of sessions) {
      await changeSession(write, one, { state: restoredState(one), reason: null, occasion: null });
      await reclaimHall(write, bookerOf(context), row, one);
    }
    await withdrawAnnouncements({ write, settings: context.settings, course: row }, sessions, newsOn);
    return { sessions, content: `Absagen zurückgenommen: ${row.title}, ${countOf(sessions)} ab ${firstOf(sessions)}` };
  });
}

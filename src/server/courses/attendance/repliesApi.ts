import { repliesContract } from '#shared/courses/replies.ts';
import { signedIn } from '#server/platform/http/context.ts';
import { hasPart } from '#server/platform/http/features.ts';
import { implementing } from '#server/platform/http/serving.ts';
import { enrolmentOf } from '../enrolments/guestApi.ts';
import { addAbsence, countAffected, ownAbsences, deleteAbsence } from './absences.ts';
import { datesOfEnrolment, datesOfFamily } from './familySessions.ts';
import { isNumberMissing, setNumberByLink } from './numberByLink.ts';
import { setReply, setReplyByLink } from './reply.ts';

const os = implementing(repliesContract);

/** Replies of families to sessions. */
export const repliesApi = os.router({
  mine: os.mine.handler(async ({ context }) => {
    const { userId } = signedIn(context);
    const all = await context.read((tx) => datesOfFamily(tx, userId));
    const isKept = new Map<string, boolean>();
    for (const { club } of all) isKept.set(club, isKept.get(club) ?? (await hasPart(context, 'sessionReplies.set', club)));
    return all.filter(({ club }) => isKept.get(club));
  }),
  set: os.set.handler(({ context, input }) => setReply(context, input)),
  ofLink: os.ofLink.handler(({ context, input }) =>
    context.read(async (tx) => {
      const { id, club } = await enrolmentOf(context, tx, input.token);
      return (await hasPart(context, 'participants.manageByToken', club)) ? datesOfEnrolment(tx, id) : [];
    }),
  ),
  setByLink: os.setByLink.handler(({ context, input }) => setReplyByLink(context, input)),
  numberOfLink: os.numberOfLink.handler(({ context, input }) => isNumberMissing(context, input.token)),
  setNumberByLink: os.setNumberByLink.handler(({ context, input }) => setNumberByLink(context, input)),
  absences: os.absences.handler(({ context }) => {
    const { userId } = signedIn(context);
    return context.read((tx) => ownAbsences(tx, userId));
  }),
  countAffected: os.countAffected.handler(({ context, input }) => {
    const { userId } = signedIn(context);
    return context.read(async (tx) => ({ sessions: await countAffected(tx, userId, input) }));
  }),
  addAbsence: os.addAbsence.handler(({ context, input }) => addAbsence(context, input)),
  removeAbsence: os.removeAbsence.handler(({ context, input }) => deleteAbsence(context, input.id)),
});

import { hallQuestionsContract } from '#shared/halls/notices/holderNotices.ts';
import { allow, signedIn, targetOf } from '#server/platform/http/context.ts';
import { implementing } from '#server/platform/http/serving.ts';
import type { OfferFollower } from '../bookings/decide.ts';
import { ownOrganisation } from '../seasons/wishes.ts';
import { answerQuestion, listQuestions } from './answers.ts';

const os = implementing(hallQuestionsContract);

/** Questions of hall managers to a club of the portal; `follow` updates the records that depend on moved bookings. */
export const hallQuestionsApi = (follow: OfferFollower) =>
  os.router({
    list: os.list.handler(({ context, input }) =>
      context.read(async (tx) => {
        const { club } = signedIn(context);
        allow(context, 'hallQuestions.answer', targetOf(context, club));
        const { id } = await ownOrganisation(context, tx);
        return listQuestions(tx, id, input.subjectId);
      }),
    ),
    answer: os.answer.handler(({ context, input }) =>
      context.write(async (write) => {
        const { club, email } = signedIn(context);
        allow(context, 'hallQuestions.answer', targetOf(context, club));
        const { id: organisationId } = await ownOrganisation(context, write.tx);
        return answerQuestion(context, write, { organisationId, club, email }, input, follow);
      }),
    ),
  });

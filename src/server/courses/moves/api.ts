import { movesContract } from '#shared/courses/moves/moves.ts';
import { implementing } from '#server/platform/http/serving.ts';
import { moveChoices, moveOwn } from './own.ts';
import { answerSwap } from './swapAnswer.ts';
import { undoByStaff, undoOwn } from './undo.ts';

const os = implementing(movesContract);

/** Endpoints for changing from one permanent group to another. */
export const movesApi = os.router({
  choices: os.choices.handler(({ context, input }) => moveChoices(context, input.token)),
  move: os.move.handler(({ context, input }) => moveOwn(context, input)),
  undo: os.undo.handler(({ context, input }) => undoOwn(context, input.token)),
  answerSwap: os.answerSwap.handler(({ context, input }) => answerSwap(context, input)),
  undoByStaff: os.undoByStaff.handler(({ context, input }) => undoByStaff(context, input.id)),
});

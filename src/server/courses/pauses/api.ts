import { pausesContract } from '#shared/courses/pauses/pauses.ts';
import { implementing } from '#server/platform/http/serving.ts';
import { pauseByStaff, pauseChoices, pauseOwn, undoByStaff, undoOwn } from './pause.ts';

const os = implementing(pausesContract);
const ok = { ok: true } as const;

/** Endpoints for pausing in a permanent group. */
export const pausesApi = os.router({
  choices: os.choices.handler(({ context, input }) => pauseChoices(context, input.token)),
  pause: os.pause.handler(async ({ context, input: { token, ...wished } }) => {
    await pauseOwn(context, token, wished);
    return ok;
  }),
  undo: os.undo.handler(async ({ context, input }) => {
    await undoOwn(context, input.token, input.pauseId);
    return ok;
  }),
  pauseByStaff: os.pauseByStaff.handler(async ({ context, input }) => {
    await pauseByStaff(context, input);
    return ok;
  }),
  undoByStaff: os.undoByStaff.handler(async ({ context, input }) => {
    await undoByStaff(context, input.id);
    return ok;
  }),
});

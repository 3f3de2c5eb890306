import { hallRequestsContract } from '#shared/halls/hallRequests/hallRequests.ts';
import { clubAsked } from '#server/platform/http/context.ts';
import { implementing } from '#server/platform/http/serving.ts';
import { ask, confirmRequest, readRequest, requestableHalls, withdrawRequest } from './ask.ts';
import { linkRequest, listRequests, rejectRequest } from './decide.ts';

const os = implementing(hallRequestsContract);
const ok = { ok: true } as const;

/** Requests for hall hours by people without an account. */
export const hallRequestsApi = os.router({
  halls: os.halls.handler(({ context }) => requestableHalls(context)),
  create: os.create.handler(async ({ context, input }) => {
    await ask(context, input);
    return ok;
  }),
  byToken: os.byToken.handler(({ context, input }) => readRequest(context, input.token)),
  confirm: os.confirm.handler(({ context, input }) => confirmRequest(context, input.token)),
  withdraw: os.withdraw.handler(async ({ context, input }) => {
    await withdrawRequest(context, input.token);
    return ok;
  }),
  list: os.list.handler(({ context, input }) => {
    const club = clubAsked(context, 'hallRequests.decide', input.club);
    return context.read((tx) => listRequests(tx, club));
  }),
  link: os.link.handler(({ context, input }) => context.write((write) => linkRequest(context, write, input))),
  reject: os.reject.handler(async ({ context, input }) => {
    await context.write((write) => rejectRequest(context, write, input));
    return ok;
  }),
});

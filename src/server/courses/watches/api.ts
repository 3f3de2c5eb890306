import { watchesContract } from '#shared/courses/watches/watches.ts';
import { implementing } from '#server/platform/http/serving.ts';
import { confirmWatch, endWatch, readWatch, watch } from './watch.ts';

const os = implementing(watchesContract);

/** Endpoints of watches: mails when a seat becomes free. */
export const watchesApi = os.router({
  create: os.create.handler(({ context, input }) => watch(context, input)),
  byToken: os.byToken.handler(({ context, input }) => readWatch(context, input.token)),
  confirm: os.confirm.handler(({ context, input }) => confirmWatch(context, input.token)),
  end: os.end.handler(async ({ context, input }) => {
    await context.write(({ tx }) => endWatch(tx, input.token));
    return { ok: true } as const;
  }),
});

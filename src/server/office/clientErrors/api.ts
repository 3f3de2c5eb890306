import { withoutData } from '#shared/kernel/health/withoutData.ts';
import { clientErrorsContract } from '#shared/office/clientErrors.ts';
import { countTry } from '#server/platform/http/rateLimit.ts';
import { implementing } from '#server/platform/http/serving.ts';
import { noteClientError } from './noted.ts';

const os = implementing(clientErrorsContract);
const perNetwork = { free: 5, windowMs: 60_000 };

/** Reports of errors in users' browsers. */
export const clientErrorsApi = os.router({
  report: os.report.handler(async ({ context, input }) => {
    await countTry(context.database, `client-error:${context.network}`, perNetwork);
    const error = { ...input, message: withoutData(input.message) };
    context.log.warn({ clientError: error }, 'a page broke in a browser');
    await noteClientError(context.database, error);
    return { ok: true } as const;
  }),
});

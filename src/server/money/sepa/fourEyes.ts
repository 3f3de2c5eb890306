import { readParameter } from '#server/club/config/service.ts';
import type { Write } from '#server/platform/database/database.ts';
import { signedIn, type Context } from '#server/platform/http/context.ts';
import { Problem } from '#server/platform/http/problem.ts';

/** Throws if the club requires a second person and the author of a run submits it. */
export async function requireSecondPerson(context: Context, { tx }: Write, run: { createdById: string | null }): Promise<void> {
  if (run.createdById === signedIn(context).userId && (await readParameter(tx, 'sepa.fourEyes'))) throw new Problem('second-person');
}

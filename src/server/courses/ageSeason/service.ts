import { clubNames } from '#shared/kernel/clubs.ts';
import { seasonCheck } from '#shared/courses/ageSeason/seasons.ts';
import type { Services } from '#server/platform/http/context.ts';
import { now, today } from '#server/platform/process/clock.ts';
import { choicesFor, decisionOf, groupsOf, misfits } from './list.ts';
import { postQuestion } from './mails.ts';
import { ageCheck } from './table.ts';

/** Notifies the families of children whose age will not fit, once per season, from 42 days before it begins. Runs daily as a job. */
export async function notifyOfAgeMisfits({ database, settings }: Pick<Services, 'database' | 'settings'>): Promise<void> {
  const check = seasonCheck(today());
  if (!check.isTimeToNotify) return;
  for (const club of clubNames)
    await database.write({ club }, async (write) => {
      const groups = await groupsOf(write.tx, club);
      for (const found of await misfits(write.tx, club, check)) {
        if (found.asked?.toldAt || decisionOf(found) || found.isMoving || found.row.leavesOn !== null) continue;
        const told = { toldAt: now() };
        await write.tx
          .insert(ageCheck)
          .values({ enrolmentId: found.row.id, season: check.season, club, ...told })
          .onConflictDoUpdate({ target: [ageCheck.enrolmentId, ageCheck.season], set: told });
        await postQuestion({ write, settings, course: found.of }, found, check.season, choicesFor(found, groups, check.day));
      }
    });
}

import { and, eq } from 'drizzle-orm';
import { participation } from '../participations/table.ts';
import type { Places } from '../participations/service.ts';
import { postMail } from '../platform/outbox.ts';
import { siteOf } from '../platform/site.ts';

/** Writes to everybody who has a place, one mail for each enrolment and key. */
export async function tellParticipants(
  { deed, settings, course }: Pick<Places, 'deed' | 'settings' | 'course'>,
  letter: { key: string; subject: string; text: string },
): Promise<number> {
  const rows = await deed.tx
    .select({ id: participation.id, email: participation.contactEmail, token: participation.publicToken })
    .from(participation)
    .where(and(eq(participation.courseId, course.id), eq(participation.state, 'confirmed')));
  for (const { id, email, token } of rows) {
    if (!email) continue;
    await postMail(deed.tx, {
      kind: 'manage',
      club: course.club,
      recipient: email,
      subject: letter.subject,
      body: `Guten Tag,\n\n${letter.text}\n\n${siteOf(settings, course.club)}/registration/${token}\n`,
      onceKey: `course:${course.id}:${letter.key}:${id}`,
    });
  }
  return rows.length;
}

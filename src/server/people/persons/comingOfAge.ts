import { and, eq, inArray, isNull } from 'drizzle-orm';
import { germanDate } from '#shared/kernel/calendar.ts';
import { fullName } from '#shared/kernel/fullName.ts';
import { everyClub, type Write } from '#server/platform/database/database.ts';
import type { Services } from '#server/platform/http/context.ts';
import { postMail } from '#server/platform/mail/outbox.ts';
import { now } from '#server/platform/process/clock.ts';
import type { Settings } from '#server/platform/process/settings.ts';
import { siteOf } from '#server/platform/process/site.ts';
import { endsSoon } from './accessTasks.ts';
import { readAccounts } from './gaining.ts';
import { heldAccess, person, personAccess } from './table.ts';

type PersonRow = typeof person.$inferSelect;

/**
 * Notifies guardians and the young adult 60 days ahead that the guardians' access ends on the 18th birthday; it ends by
 * date, independently of this job. Called daily; nobody is notified twice.
 */
export async function notifyOfBirthdays({ database, settings }: Pick<Services, 'database' | 'settings'>): Promise<void> {
  await database.write(everyClub, async (write) => {
    const due = await write.tx
      .select({ access: personAccess, person })
      .from(personAccess)
      .innerJoin(person, eq(person.id, personAccess.personId))
      .where(and(endsSoon(), isNull(personAccess.endedAt), isNull(personAccess.suspendedAt), isNull(personAccess.birthdayToldAt)))
      .limit(500)
      .for('update');
    for (const rows of Map.groupBy(due, (row) => row.person.id).values()) {
      const [first] = rows;
      if (!first) continue;
      const { comesOfAge } = first.access;
      if (comesOfAge) await notifyFamily(write, settings, first.person, germanDate(comesOfAge));
      const ids = rows.map(({ access }) => access.userId);
      await write.tx
        .update(personAccess)
        .set({ birthdayToldAt: now() })
        .where(and(eq(personAccess.personId, first.person.id), inArray(personAccess.userId, ids)));
    }
  });
}

async function notifyFamily({ tx }: Write, settings: Settings, of: PersonRow, day: string): Promise<void> {
  const name = fullName(of);
  const held = await tx
    .select({ userId: heldAccess.userId, relation: heldAccess.relation })
    .from(heldAccess)
    .where(and(eq(heldAccess.personId, of.id), eq(heldAccess.state, 'verified')));
  const accounts = await readAccounts(tx, held);
  const addressOf = (userId: string) => accounts.get(userId)?.email.toLowerCase() ?? [];
  const guardians = new Set(held.flatMap(({ userId, relation }) => (relation === 'guardian' ? addressOf(userId) : [])));
  const noted = of.email ? [of.email.toLowerCase()] : [];
  const own = new Set([...held.flatMap(({ userId, relation }) => (relation === 'self' ? addressOf(userId) : [])), ...noted]);
  const site = siteOf(settings, of.club);
  const mail = { kind: 'notice', club: of.club, subject: `${name} wird am ${day} 18 Jahre alt` } as const;
  for (const recipient of guardians)
    await postMail(tx, {
      ...mail,
      recipient,
      body: `Guten Tag,\n\n${name} wird am ${day} volljährig. Ab diesem Tag endet Ihr Zugang zu diesen Daten im Vereinsportal von selbst. Was Sie eingetragen haben, bleibt; wie bezahlt wird, wen der Verein anruft und die Einwilligungen fragt er ${of.firstname} dann neu.\n\nMit einem eigenen Konto geht alles weiter. Bis dahin können Sie ${of.firstname} selbst dazu einladen:\n\n${site}/profile/family\n`,
    });
  for (const recipient of [...own].filter((one) => !guardians.has(one)))
    await postMail(tx, {
      ...mail,
      recipient,
      body: `Guten Tag ${of.firstname},\n\nam ${day} werden Sie volljährig. Ab diesem Tag handeln Sie im Verein für sich selbst, der Zugang Ihrer Eltern endet von selbst.\n\nBitte legen Sie ein eigenes Konto an, wenn Sie noch keins haben, und sagen Sie dem Verein die Adresse. Er verbindet es mit Ihrer Mitgliedschaft.\n\n${site}/login\n`,
    });
}

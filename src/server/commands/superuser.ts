import { eq } from 'drizzle-orm';
import { z } from 'zod';
import type { ClubName } from '#shared/kernel/clubs.ts';
import { clubName, email as emailShape, line } from '#shared/kernel/fields.ts';
import { speakGerman } from '#shared/kernel/germanErrors.ts';
import { accountName } from '#shared/kernel/user.ts';
import { seedClubs } from '#server/club/clubs/service.ts';
import { deleteFactor, hasFactor } from '#server/accounts/factors/service.ts';
import { postFactorNotice, postRoleNotice } from '#server/accounts/sessions/accountNotices.ts';
import { makeLink } from '#server/accounts/sessions/mailLinks.ts';
import { endSessions, inviteByHand } from '#server/accounts/sessions/service.ts';
import { ensureUser } from '#server/accounts/sessions/signIns.ts';
import { authUser } from '#server/accounts/sessions/table.ts';
import { commandLine, readArguments } from '#server/platform/process/commandLine.ts';
import { everyClub, type Write } from '#server/platform/database/database.ts';
import { openForCommand } from '#server/platform/database/open.ts';
import { readSettings, type Settings } from '#server/platform/process/settings.ts';
import { runCommand, StartError, type Closing } from '#server/platform/process/startError.ts';
import { changeUser } from '#server/accounts/users/change.ts';
import { lockUser } from '#server/accounts/users/service.ts';

const usage = 'npm run superuser -- name@rechner [--club RWA] [--firstname Vorname] [--lastname Nachname]';
const shape = z.object({ email: emailShape, club: clubName, firstname: line(80), lastname: line(80) });

await runCommand(makeSuperuser);

async function makeSuperuser(closing: Closing): Promise<void> {
  speakGerman();
  const person = readPerson();
  const settings = readSettings();
  const { database, close } = await openForCommand(settings);
  closing.add(close);
  await seedClubs(database);
  const { link, name } = await database.write(everyClub, async (write) => {
    const [account] = await write.tx.select({ id: authUser.id }).from(authUser).where(eq(authUser.email, person.email));
    return account ? promote(write, settings, account.id) : invite(write, settings, person);
  });
  await closing.close();
  console.log(`${name} ist jetzt Superuser. Mit diesem Link das Passwort festlegen (gilt 30 Minuten, nur einmal):`);
  console.log(link);
}

function readPerson(): z.infer<typeof shape> {
  const string = { type: 'string' } as const;
  const options = { club: { ...string, default: 'RWA' }, firstname: { ...string, default: '' }, lastname: { ...string, default: '' } };
  const { values, positionals } = readArguments(usage, options, { least: 1, most: 1 });
  const result = shape.safeParse({ ...values, club: values.club?.toUpperCase(), email: positionals[0] });
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  throw new StartError(`${issue?.path.join('.') ?? ''}: ${issue?.message ?? ''} So wird der Befehl benutzt: ${usage}`);
}

type Outcome = { link: string; name: string };

async function invite(write: Write, settings: Settings, person: z.infer<typeof shape>): Promise<Outcome> {
  const link = await inviteByHand(write, settings, { ...person, role: 'super' });
  const [account] = await write.tx.select({ id: authUser.id }).from(authUser).where(eq(authUser.email, person.email));
  const name = accountName(person);
  record(write, { id: account?.id, club: person.club, name });
  return { link, name };
}

/** An existing account is kept and gets the role; a disabled account is enabled. */
async function promote(write: Write, settings: Settings, id: string): Promise<Outcome> {
  await ensureUser(write, id);
  const user = await lockUser(write.tx, id);
  const operator = 'Die Betriebsleitung des Servers';
  const hadFactor = await hasFactor(write.tx, id);
  await changeUser(write, user, { role: 'super', disabledAt: null });
  // This command also restores access after the last super has lost their second factor.
  await deleteFactor(write.tx, id, 'new');
  // Existing sessions must not gain the new role.
  await endSessions(write, { id, club: user.club });
  if (user.role !== 'super') await postRoleNotice(write.tx, settings, user, { before: user.role, after: 'super' }, operator);
  if (hadFactor) await postFactorNotice(write.tx, settings, user, 'reset', operator);
  write.changed({ collection: 'sessions', club: user.club, entityId: id });
  const name = accountName(user);
  record(write, { id, club: user.club, name });
  return { link: await makeLink(write.tx, settings, 'reset', { userId: id, email: user.email, club: user.club }), name };
}

function record({ audit }: Write, { id, club, name }: { id: string | undefined; club: ClubName; name: string }): void {
  audit('users.setRoleSuper', { club, id, by: commandLine }, `Zum Superuser gemacht: ${name}`, { after: { role: 'super' } });
}

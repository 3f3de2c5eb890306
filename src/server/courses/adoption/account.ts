import { eq } from 'drizzle-orm';
import type { ClubName } from '#shared/kernel/clubs.ts';
import { nameParts } from '#shared/kernel/fullName.ts';
import { accountName } from '#shared/kernel/user.ts';
import type { ProvedAccounts } from '#server/accounts/proved/service.ts';
import { person } from '#server/people/persons/table.ts';
import type { Context } from '#server/platform/http/context.ts';
import { requireFeature } from '#server/platform/http/features.ts';
import { Problem } from '#server/platform/http/problem.ts';
import { countTry } from '#server/platform/http/rateLimit.ts';
import { now } from '#server/platform/process/clock.ts';
import { postMail } from '#server/platform/mail/outbox.ts';
import { siteOf } from '#server/platform/process/site.ts';
import { enrolmentOf } from '../enrolments/guestApi.ts';
import { enrolment } from '../enrolments/table.ts';
import { adoptForNewAccount, adoptionOf } from './adopt.ts';

const minuteMs = 60_000;
/** How long the browser that confirmed the address may set a password, and how long a mailed link is valid. */
const [afterConfirmingMs, byMailMs] = [60 * minuteMs, 30 * minuteMs];

type Guest = { id: string; club: ClubName; email: string; firstname: string; lastname: string };

/** The key to create an account for the address just confirmed; null for signed-in users and existing accounts. */
export async function accountKeyOf(context: Context, token: string, accounts: ProvedAccounts): Promise<string | null> {
  const guest = await guestOf(context, token);
  if (!guest || (await accounts.isTaken(context, guest.email))) return null;
  return accounts.keyFor(guest.id, guest.email, afterConfirmingMs);
}

/** Creates the account of a guest whose address is confirmed, adopts its enrolments, and signs in. */
export async function openAccount(
  context: Context,
  { token, key, password }: { token: string; key: string; password: string },
  accounts: ProvedAccounts,
): Promise<Awaited<ReturnType<typeof adoptForNewAccount>>> {
  const guest = await guestOf(context, token);
  if (!guest || !accounts.isKeyFor(key, guest.id, guest.email)) throw new Problem('invalid-link');
  const { email, firstname, lastname, club } = guest;
  const userId = await accounts.open(context, { email, firstname, lastname, club, password });
  return context.write((write) => adoptForNewAccount(write, { userId, email, name: accountName(guest) }));
}

/** Mails the link for creating an account to the address itself, since an enrolment link may have been forwarded. */
export async function mailAccountLink(context: Context, token: string, accounts: ProvedAccounts): Promise<{ ok: true }> {
  const guest = await guestOf(context, token);
  if (!guest) throw new Problem('not-found');
  const { id, club, email } = guest;
  await countTry(context.database, `account-link:${id}`, { free: 3, windowMs: 60 * minuteMs });
  const isTaken = await accounts.isTaken(context, email);
  const page = `${siteOf(context.settings, club)}/registration/${token}`;
  const link = isTaken ? page : `${page}#konto=${accounts.keyFor(id, email, byMailMs)}`;
  await context.write(({ tx }) =>
    postMail(tx, {
      kind: 'manage',
      club,
      recipient: email,
      subject: isTaken ? 'Sie haben schon ein Konto' : 'Ihr Konto: Passwort wählen',
      body: `Guten Tag,\n\n${isTaken ? knownWords : newWords}\n\n${link}\n\nWaren Sie das nicht, brauchen Sie nichts zu tun.\n`,
      subjectId: id,
      validUntil: new Date(now().getTime() + byMailMs),
    }),
  );
  return { ok: true };
}

const newWords =
  'mit diesem Link wählen Sie ein Passwort. Danach haben Sie ein Konto, in dem alle Anmeldungen Ihrer Familie stehen. Der Link gilt 30 Minuten.';
const knownWords =
  'mit dieser Adresse gibt es schon ein Konto. Loggen Sie sich über die Seite Ihrer Anmeldung ein; dort übernehmen Sie sie mit einem Klick.';

/** The guest who confirmed an enrolment by its link alone, with the name for the account: the parent's for a child's enrolment. */
async function guestOf(context: Context, token: string): Promise<Guest | undefined> {
  if (context.viewer) return undefined;
  return context.read(async (tx) => {
    const { id, club } = await enrolmentOf(context, tx, token);
    await requireFeature(context, 'participants.manageByToken', club);
    const [found] = await tx
      .select({ row: enrolment, firstname: person.firstname, lastname: person.lastname })
      .from(enrolment)
      .innerJoin(person, eq(person.id, enrolment.personId))
      .where(eq(enrolment.id, id));
    if (!found?.row.contactEmail || adoptionOf(found.row, undefined) !== 'account') return undefined;
    const email = found.row.contactEmail.toLowerCase();
    return { id, club, email, ...(nameParts(found.row.guardianName ?? '') ?? found) };
  });
}

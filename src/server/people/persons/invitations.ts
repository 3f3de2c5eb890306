import { and, eq, gt, isNull, lt } from 'drizzle-orm';
import { randomUUID } from 'node:crypto';
import { isMinor } from '#shared/kernel/age.ts';
import type { ClubName } from '#shared/kernel/clubs.ts';
import { fullName, nameParts, type PersonName } from '#shared/kernel/fullName.ts';
import { may } from '#shared/kernel/rights.ts';
import { invitationDays, type ShownInvitation } from '#shared/people/invitations.ts';
import { appUser } from '#server/accounts/users/table.ts';
import { inAllClubs, everyClub, type Database, type Transaction } from '#server/platform/database/database.ts';
import { Problem } from '#server/platform/http/problem.ts';
import type { Viewer } from '#server/platform/http/context.ts';
import { postMail } from '#server/platform/mail/outbox.ts';
import { now, today } from '#server/platform/process/clock.ts';
import type { Settings } from '#server/platform/process/settings.ts';
import { siteOf } from '#server/platform/process/site.ts';
import { linkHash, newSecret } from '#server/platform/secretLinks.ts';
import { claimAccess, verifyAccess } from './accessGrants.ts';
import { notifyOfAccess } from './accessMails.ts';
import { readAccounts } from './gaining.ts';
import { accessInvitation, heldAccess, person, personAccess } from './table.ts';

type PersonRow = typeof person.$inferSelect;
type InvitationRow = typeof accessInvitation.$inferSelect;
type Sent = Pick<InvitationRow, 'email' | 'relation'> & { secret: string; invitedBy: string };

/** The number of days that an expired invitation is kept, so that its link can report the expiry. */
const keptDays = 30;

/** Sends the mail with the link. The person's name is only sent to the entered address. */
export async function sendInvitation(tx: Transaction, settings: Settings, of: PersonRow, sent: Sent): Promise<void> {
  const name = fullName(of);
  const what = sent.relation === 'self' ? 'mit einem eigenen Konto für sich selbst zu handeln' : `auch für ${name} zu handeln`;
  await postMail(tx, {
    kind: 'manage',
    club: of.club,
    recipient: sent.email,
    subject: sent.relation === 'self' ? 'Ihr eigener Zugang zum Verein' : `Einladung: für ${name} handeln`,
    body: `Guten Tag,\n\n${sent.invitedBy} lädt Sie ein, ${what}: Daten ansehen, anmelden und Plätze absagen.\n\nEinladung ansehen: ${siteOf(settings, of.club)}/invitation/${sent.secret}\n\nHaben Sie mit dieser E-Mail-Adresse noch kein Konto, legen Sie es dort gleich an. Der Link gilt ${invitationDays} Tage. Kennen Sie ${sent.invitedBy} nicht, brauchen Sie nichts zu tun.\n`,
  });
}

type Invited = { email: string; relation: InvitationRow['relation']; name?: string; invitedBy: string; isByBoard: boolean };

/** Creates an invitation, or replaces the open one of the same address, and returns the secret of its link. */
export async function keepInvitation(tx: Transaction, of: Pick<PersonRow, 'id' | 'club'>, invited: Invited): Promise<string> {
  const secret = newSecret();
  const { relation, name = '', invitedBy, isByBoard } = invited;
  const values = {
    relation,
    name,
    invitedBy,
    isByBoard,
    tokenHash: linkHash(secret),
    createdAt: now(),
    expiresAt: new Date(now().getTime() + invitationDays * 24 * 60 * 60 * 1000),
  };
  await tx
    .insert(accessInvitation)
    .values({ id: randomUUID(), club: of.club, personId: of.id, email: invited.email.toLowerCase(), ...values })
    .onConflictDoUpdate({
      target: [accessInvitation.personId, accessInvitation.email],
      targetWhere: isNull(accessInvitation.acceptedAt),
      set: values,
    });
  return secret;
}

/** The invitation of a token; throws if it is unknown. */
export async function readInvitation(tx: Transaction, token: string): Promise<InvitationRow> {
  const [row] = await inAllClubs(tx, () =>
    tx
      .select()
      .from(accessInvitation)
      .where(eq(accessInvitation.tokenHash, linkHash(token))),
  );
  if (!row) throw new Problem('invalid-link');
  return row;
}

/** The data of the invitation page, available before the sign-in. `isTaken`: whether the address has an account. */
export async function shownInvitation(tx: Transaction, row: InvitationRow, isTaken: boolean): Promise<ShownInvitation> {
  return inAllClubs(tx, async () => {
    const [of] = await tx.select().from(person).where(eq(person.id, row.personId));
    if (!of) throw new Problem('invalid-link');
    const by = row.invitedBy && (await readAccounts(tx, [{ userId: row.invitedBy }])).get(row.invitedBy)?.name;
    return {
      person: fullName(of),
      club: row.club,
      invitedBy: by || 'Ihr Verein',
      relation: row.relation,
      email: row.email,
      accountName: isTaken ? null : fullName(newAccountOf(row, of) ?? noName).trim(),
      state: row.acceptedAt ? 'accepted' : row.expiresAt > now() ? 'open' : 'over',
    };
  });
}

const noName = { firstname: '', lastname: '' };

/** The name of the account that the invited person may create; undefined if it is not known and they enter it. */
export function newAccountOf(row: Pick<InvitationRow, 'relation' | 'name'>, of: PersonName): PersonName | undefined {
  return row.relation === 'self' ? of : nameParts(row.name);
}

/**
 * Grants access to the invited account with the status of the inviter: confirmed if invited by the board or a confirmed
 * parent, otherwise unconfirmed. Throws if the inviter's own access has ended, or if an earlier access of the invited
 * account was suspended or ended.
 */
export async function acceptInvitation(
  tx: Transaction,
  settings: Settings,
  asked: InvitationRow,
  viewer: Pick<Viewer, 'userId' | 'email'>,
): Promise<PersonRow> {
  const [of] = await tx.select().from(person).where(eq(person.id, asked.personId)).for('update');
  const [row] = await tx
    .update(accessInvitation)
    .set({ acceptedAt: now(), acceptedBy: viewer.userId })
    .where(and(eq(accessInvitation.id, asked.id), isNull(accessInvitation.acceptedAt), gt(accessInvitation.expiresAt, now())))
    .returning();
  if (!of || of.anonymisedAt || !row) throw new Problem('invalid-link');
  if (viewer.email.toLowerCase() !== row.email) throw new Problem('forbidden');
  const { relation, invitedBy } = row;
  if (relation === 'guardian' && !(of.birthDate && isMinor(of.birthDate, today()))) throw new Problem('wrong-state');
  const standing = await standingOf(tx, row);
  const [before] = await tx
    .select()
    .from(personAccess)
    .where(and(eq(personAccess.userId, viewer.userId), eq(personAccess.personId, of.id)));
  if (!standing || !invitedBy || (before && (before.suspendedAt ?? before.endedAt))) throw new Problem('wrong-state');
  if (standing === 'claimed') {
    if (!(await claimAccess(tx, viewer.userId, of, relation))) throw new Problem('wrong-state');
  } else {
    await verifyAccess(tx, { userId: viewer.userId, of, relation, basis: 'invitation', by: invitedBy });
    const by = (await readAccounts(tx, [{ userId: invitedBy }])).get(invitedBy)?.name ?? 'der Verein';
    await notifyOfAccess(tx, settings, of, { userId: viewer.userId, relation }, `Eingeladen hat ${by}.`);
  }
  return of;
}

/** The current status of the inviter; undefined if they no longer act for the person. */
async function standingOf(
  tx: Transaction,
  { isByBoard, invitedBy, personId, club }: InvitationRow,
): Promise<'verified' | 'claimed' | undefined> {
  if (isByBoard) return (await mayStillInvite(tx, invitedBy, club)) ? 'verified' : undefined;
  const [held] = await tx
    .select({ state: heldAccess.state })
    .from(heldAccess)
    .where(and(eq(heldAccess.userId, invitedBy ?? ''), eq(heldAccess.personId, personId), eq(heldAccess.relation, 'guardian')));
  return held && (held.state === 'verified' ? 'verified' : 'claimed');
}

/** Whether the inviting board member still has the permission. */
async function mayStillInvite(tx: Transaction, userId: string | null, club: ClubName): Promise<boolean> {
  const [user] = await tx
    .select({ role: appUser.role, club: appUser.club })
    .from(appUser)
    .where(and(eq(appUser.id, userId ?? ''), isNull(appUser.disabledAt)));
  return Boolean(user && may({ role: user.role }, 'personAccess.invite', user.club === club ? 'club' : 'other'));
}

/** Deletes expired invitations after `keptDays`; called by a job. */
export async function sweepInvitations(database: Pick<Database, 'write'>): Promise<void> {
  const before = new Date(now().getTime() - keptDays * 24 * 60 * 60 * 1000);
  await database.write(everyClub, ({ tx }) => tx.delete(accessInvitation).where(lt(accessInvitation.expiresAt, before)));
}

import { and, eq } from 'drizzle-orm';
import type { EnrolmentState } from '#shared/courses/enrolmentStates.ts';
import { euros } from '#shared/kernel/money.ts';
import { readParameter } from '#server/club/config/service.ts';
import { paidFromOf, paidUntilInWords } from '#shared/courses/leaving.ts';
import { now } from '#server/platform/process/clock.ts';
import { addDays, dayInWords, germanDate, localOf, instantInWords, timesInWords } from '#shared/kernel/calendar.ts';
import { cancelReasonNames, priceUnitNames } from '#shared/courses/courseWords.ts';
import { allOf, type Transaction } from '#server/platform/database/database.ts';
import { postMail, withdrawMails } from '#server/platform/mail/outbox.ts';
import { fullName } from '#shared/kernel/fullName.ts';
import { person } from '#server/people/persons/table.ts';
import { accountsToNotify, accountsWithPerson } from '#server/people/persons/service.ts';
import { mailsUnwanted, notifyAccounts, withdrawNotices, wordsOnChoices } from '#server/accounts/notices/service.ts';
import { kindOfTopic, type NoticeTopic } from '#shared/accounts/noticeTopics.ts';
import { siteOf } from '#server/platform/process/site.ts';
import { contactLine, readTicketDates } from '../offers/ticket.ts';
import { awaitTicket, linkTo, onceKeyOf, type Concerned, type Linking } from '../orders/tickets.ts';
import { tellMoveWithTicket } from '../moves/mails.ts';
import { seatStart } from './seatPrice.ts';
import { ofOffering, offeringOf, refOf, type AnySeats, type EnrolmentRow } from './counting.ts';
import { enrolment } from './table.ts';

type Email = { subject: string; text: string };
type Facts = {
  name: string;
  title: string;
  until: string;
  reason: string;
  waits: boolean;
  /** A sentence about the cancellation fee. */ fee: string;
  /** The facts needed to decide on an offered seat: when, where and the price. */
  offer: string;
};

/** The mails per state of an enrolment. States without a mail are only shown on the page. */
const emails: { readonly [state in EnrolmentState]?: (facts: Facts) => Email } = {
  unverified: ({ name, title, until, waits }) => ({
    subject: `Bitte bestätigen: Anmeldung zu ${title}`,
    text: `bitte bestätigen Sie die Anmeldung von ${name} zu „${title}“ bis ${until} über den Link unten. ${waits ? 'Zurzeit sind alle Plätze vergeben: Danach steht die Anmeldung auf der Warteliste.' : 'Bis dahin halten wir den Platz frei.'}\n\nHaben Sie sich nicht angemeldet, brauchen Sie nichts zu tun.`,
  }),
  pending: ({ name, title }) => ({
    subject: `Anfrage eingegangen: ${title}`,
    text: `die Anfrage für ${name} zu „${title}“ ist eingegangen. Sie erhalten Bescheid, sobald darüber entschieden ist.`,
  }),
  waitlisted: ({ name, title }) => ({
    subject: `Warteliste: ${title}`,
    text: `${name} steht auf der Warteliste von „${title}“. Wird ein Platz frei, bieten wir ihn Ihnen an. Den aktuellen Stand sehen Sie jederzeit über den Link unten.`,
  }),
  offered: ({ name, title, until, offer }) => ({
    subject: `Ein Platz ist frei: ${title}`,
    text: `für ${name} ist ein Platz in „${title}“ frei.${offer && `\n\n${offer}`}\n\nBitte nehmen Sie ihn bis ${until} über den Link unten an. Danach geht er an die Nächsten auf der Warteliste.`,
  }),
  expired: ({ name, title }) => ({
    subject: `Frist abgelaufen: ${title}`,
    text: `die Frist für ${name} zu „${title}“ ist abgelaufen. Sie können sich jederzeit neu anmelden.`,
  }),
  rejected: ({ name, title, reason }) => ({
    subject: `Absage: ${title}`,
    text: `für ${name} können wir in „${title}“ leider keinen Platz zusagen.${reason && ` Grund: ${reason}`}`,
  }),
  cancelled: ({ name, title, reason, fee }) => ({
    subject: `Platz abgesagt: ${title}`,
    text: `der Platz von ${name} in „${title}“ ist abgesagt.${reason && ` Grund: ${reason}`}${fee}`,
  }),
  annulled: ({ name, title, reason }) => ({
    subject: `Abgesagt: ${title}`,
    text: `„${title}“ findet leider nicht statt, die Anmeldung von ${name} ist aufgehoben.${reason && ` Grund: ${reason}`} Schon Bezahltes erstattet der Verein.`,
  }),
};

/**
 * Queues the mail about an enrolment's state, once per change; a new seat gets the family's ticket instead. The mail has a new link or the
 * given `secret`. Nothing is mailed without an address.
 */
export async function postEmail(seats: AnySeats, row: Concerned, reason?: string, secret?: string): Promise<void> {
  const { write } = seats;
  const { id, title } = offeringOf(seats);
  if (row.state === 'confirmed') {
    awaitTicket(write, { offeringId: id, row, secret });
    if ('course' in seats) await tellMoveWithTicket(seats, row);
    return notifyFamily(seats, row, { subject: `Angemeldet: ${title}`, text: `${row.name} ist zu „${title}“ angemeldet.` });
  }
  const cancelReason = 'course' in seats ? seats.course.cancelReason : null;
  const ends = row.offerExpiresAt ?? row.holdExpiresAt;
  const facts: Facts = {
    name: row.name,
    title,
    until: ends ? instantInWords(ends) : '',
    waits: row.queueRank !== null,
    fee: row.state === 'cancelled' ? await feeInWords(seats, row) : '',
    offer: row.state === 'offered' ? await offerInWords(seats, row) : '',
    reason: reason ?? (row.state === 'annulled' && cancelReason ? cancelReasonNames[cancelReason] : ''),
  };
  const email = emails[row.state]?.(facts);
  if (!email) return;
  await allOf([notifyFamily(seats, row, email), writeTo(seats, row, email, secret)]);
}

async function writeTo(seats: AnySeats, row: Concerned, { subject, text }: Email, secret: string | undefined): Promise<void> {
  if (!row.contactEmail) return;
  await postMail(seats.write.tx, {
    kind: 'manage',
    club: offeringOf(seats).club,
    recipient: row.contactEmail,
    subject,
    body: letter(seats, text, await linkTo(seats, row.id, secret)),
    onceKey: onceKeyOf(row),
    subjectId: row.id,
    ...heldBack(row),
    // An offer is not mailed after it has expired, nor a hold.
    ...(row.state === 'offered' && row.offerExpiresAt && { validUntil: row.offerExpiresAt }),
    ...(row.state === 'unverified' && row.holdExpiresAt && { validUntil: row.holdExpiresAt }),
  });
}

/** The body of a mail about one enrolment: the text, whom to ask, and the link. */
function letter(seats: AnySeats, text: string, link: string): string {
  return ['Guten Tag,', text, ...('course' in seats ? contactLine(seats.course) : []), link].join('\n\n') + '\n';
}

/** Notifies the accounts acting for the person about an enrolment. */
async function notifyFamily(seats: AnySeats, row: Concerned, { subject, text }: Email): Promise<void> {
  const { tx } = seats.write;
  const { notBefore, occasion } = heldBack(row);
  await notifyAccounts(tx, {
    userIds: row.accounts ?? (await accountsToNotify(tx, [{ personId: row.personId, enteredBy: row.registeredBy }])),
    club: offeringOf(seats).club,
    concerns: row.personId,
    topic: row.state === 'offered' ? 'seat_offered' : 'enrolment',
    title: subject,
    body: asNotice(text),
    onceKey: onceKeyOf(row),
    shownFrom: notBefore,
    occasion,
  });
}

/** A cancellation that can still be undone is told when it no longer can; undoing it withdraws what was to be told. */
function heldBack({ id, state, undoState, undoUntil }: Concerned): { notBefore?: Date; occasion?: string } {
  return state === 'cancelled' && undoState !== null && undoUntil !== null && undoUntil > now()
    ? { notBefore: undoUntil, occasion: id }
    : {};
}

/** Withdraws the mails and notices of an occasion that are not sent yet; returns the enrolments and accounts that never received them. */
export async function withdrawUntold(tx: Transaction, occasion: string): Promise<Set<string>> {
  const [mails, notices] = await allOf([withdrawMails(tx, occasion), withdrawNotices(tx, occasion)]);
  return new Set([...mails, ...notices]);
}

/** The cancellation fee with its due date; if there was a price but no fee, states that it is free. */
async function feeInWords({ write }: AnySeats, { cancelFeeCents, cancelledAt, priceCents }: EnrolmentRow): Promise<string> {
  if (cancelFeeCents === 0) return priceCents ? ' Eine Gebühr fällt nicht an.' : '';
  const dueOn = addDays(localOf(cancelledAt ?? now()).date, await readParameter(write.tx, 'money.firstDueDays'));
  return ` Die Absage kostet ${euros(cancelFeeCents)}, fällig am ${germanDate(dueOn)}. Was Sie schon bezahlt haben, wird angerechnet.`;
}

/** The next session with place, and the price of a seat from now on. */
async function offerInWords(seats: AnySeats, row: EnrolmentRow): Promise<string> {
  const { tx } = seats.write;
  const { fullPriceCents, priceCents, pricePer } = row;
  const [next, place, cents] =
    'course' in seats
      ? await readTicketDates(tx, seats.course).then(
          async ({ dates, place: at }) =>
            [dates[0], at, (await seatStart(tx, seats.course)).shownCents({ fullPriceCents, pricePer }) ?? priceCents] as const,
        )
      : ([seats.event, seats.event.place, priceCents] as const);
  return [
    ...(next ? [`Nächster Termin: ${dayInWords(localOf(next.startsAt).date)}, ${timesInWords(next)}`] : []),
    ...(place ? [`Wo: ${place}`] : []),
    ...(cents ? [`Preis: ${euros(cents)} ${priceUnitNames[pricePer ?? 'course']}`] : []),
  ].join('\n');
}

/** Confirms the end of a seat in a permanent group, and what is still to be paid. */
export async function postNotice(seats: AnySeats, row: EnrolmentRow, reason: string): Promise<void> {
  if (row.leavesOn === null) return;
  const { title } = offeringOf(seats);
  const day = germanDate(row.leavesOn);
  const paid = paidUntilInWords({ ...row, paidFrom: paidFromOf(row) }, row.leavesOn, localOf(now()).date);
  const text = `${await nameOf(seats, row)} ist bis zum ${day} bei „${title}“ dabei.${reason && ` Grund: ${reason}`}${paid && ` ${paid}; danach kostet es nichts mehr.`} Zurücknehmen können Sie das bis dahin über den Link unten.`;
  await writeOnce(seats, row, `notice:${row.version}`, { subject: `Kündigung zum ${day}: ${title}`, text });
}

/** Confirms that a notice is withdrawn: the seat goes on as before. */
export async function postKept(seats: AnySeats, row: EnrolmentRow): Promise<void> {
  const { title } = offeringOf(seats);
  const text = `die Kündigung ist zurückgenommen: ${await nameOf(seats, row)} bleibt bei „${title}“ dabei, zu denselben Bedingungen wie vorher.`;
  await writeOnce(seats, row, `kept:${row.version}`, { subject: `Kündigung zurückgenommen: ${title}`, text });
}

/** Notifies the family, the day after the last one, that the seat has ended. */
export async function postLastDay(seats: AnySeats, row: EnrolmentRow): Promise<void> {
  if (row.leavesOn === null) return;
  const { title } = offeringOf(seats);
  const text = `der letzte Tag bei „${title}“ war der ${germanDate(row.leavesOn)}. Danke, dass Sie dabei waren.`;
  await writeOnce(seats, row, `left:${row.leavesOn}`, { subject: `Beendet: ${title}`, text });
}

/** Mails the address of an enrolment about it, with a link, once per key. */
async function writeOnce(seats: AnySeats, row: EnrolmentRow, key: string, { subject, text }: Email): Promise<void> {
  if (!row.contactEmail) return;
  await postMail(seats.write.tx, {
    kind: 'manage',
    club: offeringOf(seats).club,
    recipient: row.contactEmail,
    subject,
    body: letter(seats, text, await linkTo(seats, row.id)),
    onceKey: `participation:${row.id}:${key}`,
    subjectId: row.id,
  });
}

/** The name of the person of an enrolment. */
export async function nameOf({ write }: AnySeats, { personId }: Pick<EnrolmentRow, 'personId'>): Promise<string> {
  const [who] = await write.tx
    .select({ firstname: person.firstname, lastname: person.lastname })
    .from(person)
    .where(eq(person.id, personId));
  return who ? fullName(who) : '';
}

/** Notifies all participants by notice and mail, one mail per address and key, so that a family with two children reads it once. */
export async function notifyParticipants(
  { write, settings, ...of }: Linking,
  mail: {
    key: string;
    subject: string;
    text: string;
    notBefore?: Date;
    /** What the mail is about; used to withdraw it before it is sent. */
    occasion?: string;
    /** Ids of enrolments and accounts that are not notified. */
    except?: ReadonlySet<string>;
    /** If set, only these enrolments and accounts are notified. */
    only?: ReadonlySet<string> | undefined;
    topic?: NoticeTopic;
  },
): Promise<number> {
  const { id: offeringId, club } = offeringOf(of);
  const rows = await write.tx
    .select({
      id: enrolment.id,
      email: enrolment.contactEmail,
      personId: enrolment.personId,
      enteredBy: enrolment.registeredBy,
      name: person.firstname,
    })
    .from(enrolment)
    .innerJoin(person, eq(person.id, enrolment.personId))
    .where(and(ofOffering(refOf(of)), eq(enrolment.state, 'confirmed')));
  const isLeftOut = (ids: readonly string[]) => ids.some((id) => mail.except?.has(id)) || !ids.some((id) => mail.only?.has(id) ?? true);
  const concerns = await accountsWithPerson(write.tx, rows);
  await notifyAccounts(write.tx, {
    userIds: concerns.map(({ userId }) => userId).filter((userId) => !isLeftOut([userId])),
    concerns,
    club,
    topic: mail.topic ?? 'enrolment',
    title: mail.subject,
    body: asNotice(mail.text),
    onceKey: `course:${offeringId}:${mail.key}`,
    shownFrom: mail.notBefore,
    occasion: mail.occasion,
  });
  const isUnwanted = await mailsUnwanted(write.tx, kindOfTopic[mail.topic ?? 'enrolment'], rows);
  for (const [email, family] of Map.groupBy(rows, (row) => row.email)) {
    const [first] = family;
    if (!email || !first || isLeftOut(family.map(({ id }) => id)) || isUnwanted(email)) continue;
    const links = await linksOf({ write, settings, ...of }, family);
    await postMail(write.tx, {
      kind: 'manage',
      club,
      recipient: email,
      subject: mail.subject,
      ...(mail.notBefore && { notBefore: mail.notBefore }),
      body: `Guten Tag,\n\n${mail.text}\n\n${links.join('\n')}\n${wordsOnChoices(kindOfTopic[mail.topic ?? 'enrolment'], siteOf(settings, club))}`,
      onceKey: `course:${offeringId}:${mail.key}:${first.id}`,
      occasion: mail.occasion,
      subjectId: first.id,
    });
  }
  return rows.length;
}

/** The links to the enrolments of a family, with names if there are several. */
async function linksOf(of: Linking, family: readonly { id: string; name: string }[]): Promise<string[]> {
  const links = [];
  for (const { id, name } of family) links.push(`${family.length > 1 ? `${name}: ` : ''}${await linkTo(of, id)}`);
  return links;
}

/** Converts mail text to notice text: capitalized, and without the reference to the link. */
function asNotice(text: string): string {
  return (text.charAt(0).toUpperCase() + text.slice(1)).replaceAll(' über den Link unten', ' unter „Meine Anmeldungen“');
}

import { timesOfOffer } from '#shared/courses/courseText.ts';
import type { ListedCourse } from '#shared/courses/courseShapes.ts';
import { watchesAtMost } from '#shared/courses/watches/watches.ts';
import type { ClubName } from '#shared/kernel/clubs.ts';
import { localOf } from '#shared/kernel/calendar.ts';
import type { Transaction } from '#server/platform/database/database.ts';
import { postMail } from '#server/platform/mail/outbox.ts';
import { now } from '#server/platform/process/clock.ts';
import type { Settings } from '#server/platform/process/settings.ts';
import { siteOf } from '#server/platform/process/site.ts';
import { issueLink } from '#server/platform/secretLinks.ts';
import type { WatchRow } from './find.ts';
import { offerWatch } from './table.ts';

/** An offer reported by a watch, and why. */
export type News = { offer: ListedCourse; why: 'new' | 'free' };

/** Asks to confirm the address. */
export async function postConfirm(tx: Transaction, settings: Settings, row: WatchRow, words: string): Promise<void> {
  await postTo(tx, settings, row, {
    subject: `Bitte bestätigen: Bescheid zu ${words}`,
    text: `wir sagen Ihnen per Mail Bescheid, sobald bei „${words}“ ein Platz frei wird, eine Anmeldung öffnet oder etwas Neues dazukommt. Bitte bestätigen Sie das über den Link unten.\n\nHaben Sie nichts angefragt, brauchen Sie nichts zu tun: Ohne Bestätigung wird die Anfrage nach zwei Tagen gelöscht.`,
    ending: 'Bestätigen',
    key: `confirm:${now().getTime()}`,
  });
}

/** Reports new and free offers; each mail can end the watch with one click. */
export async function postNews(tx: Transaction, settings: Settings, row: WatchRow, words: string, news: readonly News[]): Promise<void> {
  const site = siteOf(settings, row.club);
  const lines = news.map(({ offer, why }) => {
    const when = timesOfOffer(offer).join(', ');
    const what = why === 'new' ? 'neu' : offer.free === 1 ? 'ein Platz frei' : 'Plätze frei';
    return [`${offer.title} (${what})`, when, `${site}/id/${offer.slug}`].filter(Boolean).join('\n');
  });
  const count = news.length === 1 ? '1 Angebot' : `${news.length} Angebote`;
  await postTo(tx, settings, row, {
    subject: `Neu oder wieder frei: ${count}`,
    text: `Sie wollten Bescheid zu „${words}“:\n\n${lines.join('\n\n')}\n\nWer zuerst kommt, bekommt den Platz; wir halten keinen frei.`,
    ending: 'Keinen Bescheid mehr',
    key: `news:${localOf(now()).date}`,
    isEndable: true,
  });
}

/** Asks at the end whether to continue. */
export async function postEnd(tx: Transaction, settings: Settings, row: WatchRow, words: string): Promise<void> {
  await postTo(tx, settings, row, {
    subject: `Weiter Bescheid sagen? ${words}`,
    text: `ein halbes Jahr lang haben wir „${words}“ für Sie beobachtet. Das endet heute. Über den Link unten geht es weiter; sonst löschen wir Ihre Adresse in 30 Tagen.`,
    ending: 'Weiter Bescheid sagen',
    key: `end:${localOf(row.expiresAt).date}`,
  });
}

/** Notifies the address by mail only that its limit of watches is reached. */
export async function postTooMany(tx: Transaction, settings: Settings, club: ClubName, recipient: string): Promise<void> {
  await postMail(tx, {
    kind: 'notice',
    club,
    recipient,
    subject: 'Bescheid: schon so viele, wie es gehen',
    body: `Guten Tag,\n\nan diese Adresse sagen wir schon bei ${watchesAtMost} Angeboten oder Suchen Bescheid. Beenden Sie zuerst eine davon: Der Link steht in jeder Mail.\n\n${siteOf(settings, club)}/offers\n`,
    onceKey: `watch:too-many:${recipient}:${localOf(now()).date}`,
  });
}

type Message = { subject: string; text: string; ending: string; key: string; isEndable?: true };

async function postTo(tx: Transaction, settings: Settings, row: WatchRow, message: Message): Promise<void> {
  const link = `${siteOf(settings, row.club)}/watch/${await issueLink(tx, offerWatch, row.id)}`;
  await postMail(tx, {
    kind: 'manage',
    club: row.club,
    recipient: row.email,
    subject: message.subject,
    body: `Guten Tag,\n\n${message.text}\n\n${message.ending}: ${link}\n`,
    ...(message.isEndable && { unsubscribeUrl: link }),
    onceKey: `watch:${row.id}:${message.key}`,
    subjectId: row.id,
  });
}

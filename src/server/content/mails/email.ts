import type { ClubName } from '#shared/kernel/clubs.ts';
import { fillLine, fillText, hasGreeting, parentFallbacks, placeholders, type PlaceholderValues } from '#shared/content/placeholders.ts';
import { fullName } from '#shared/kernel/fullName.ts';
import { hoursInWords } from '#shared/helpers/helperListWords.ts';
import { richTextToText, type RichText } from '#shared/kernel/richText.ts';
import { escapeHtml } from '#server/platform/formats/escapeHtml.ts';
import { richTextToHtml } from '#server/platform/formats/richTextHtml.ts';
import type { Recipient } from './audience.ts';

type Email = {
  subject: string;
  body: RichText;
  sender: string;
  clubName: string;
  club: ClubName;
  site: string;
  /** The facts about its subject, for placeholders. */ facts: PlaceholderValues;
  unsubscribeUrl?: string | undefined;
};
type Reader = Pick<Recipient, 'names' | 'firstnames' | 'readers' | 'isParent' | 'minutes' | 'shifts'>;

/** One message for its recipient, as plain text and as HTML; all user input is escaped. */
export function emailTo(reader: Reader, email: Email): { subject: string; text: string; html: string } {
  const { sender, clubName, site, unsubscribeUrl } = email;
  const { names, isParent, readers } = reader;
  const addressed = readers.map(fullName);
  const greeting = addressed.length === 0 ? 'Guten Tag' : `Guten Tag ${listed(addressed)}`;
  const firstnames = listed(readers.map(({ firstname }) => firstname));
  const own = { Anrede: greeting, Vorname: firstnames, Name: listed(addressed), Kind: listed(reader.firstnames) };
  const helping = { Dienst: listed(reader.shifts), Stunden: reader.minutes > 0 ? hoursInWords(reader.minutes) : undefined };
  const values = { ...email.facts, ...own, ...helping };
  const fallbacks = isParent ? parentFallbacks : placeholders;
  const body = fillText(email.body, values, fallbacks);
  // A greeting in the text replaces the salutation.
  const salute = hasGreeting(email.body) ? '' : `${greeting},`;
  const about = isParent ? `Diese Mail betrifft ${listed(names)}.` : '';
  const why = unsubscribeUrl ? `Sie bekommen diese Mail, weil Sie dem Newsletter zugestimmt haben. Abbestellen: ${unsubscribeUrl}` : '';
  const text = [salute, richTextToText(body), `${sender}\n${clubName}\n${site}`, about, why].filter(Boolean).join('\n\n');
  const html = [
    salute && `<p>${escapeHtml(salute)}</p>`,
    richTextToHtml(body, site),
    `<p>${escapeHtml(sender)}<br>${escapeHtml(clubName)}<br><a href="${escapeHtml(site)}">${escapeHtml(site)}</a></p>`,
    about && `<p>${escapeHtml(about)}</p>`,
    unsubscribeUrl &&
      `<p>Sie bekommen diese Mail, weil Sie dem Newsletter zugestimmt haben. <a href="${escapeHtml(unsubscribeUrl)}">Newsletter abbestellen</a></p>`,
  ].filter(Boolean);
  return { subject: fillLine(email.subject, values, fallbacks), text: `${text}\n`, html: html.join('\n') };
}

/** "Anna, Bert und Carla" */
function listed(names: readonly string[]): string {
  return new Intl.ListFormat('de-DE').format(names);
}

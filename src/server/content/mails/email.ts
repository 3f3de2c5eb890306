import type { ClubName } from '#shared/kernel/clubs.ts';
import { richTextToText, type RichText } from '#shared/kernel/richText.ts';
import { escapeHtml } from '#server/platform/formats/escapeHtml.ts';
import { richTextToHtml } from '#server/platform/formats/richTextHtml.ts';
import type { Recipient } from './audience.ts';

type Email = { body: RichText; sender: string; clubName: string; club: ClubName; site: string; unsubscribeUrl?: string | undefined };

/** One message as its recipient reads it: as plain text, and as HTML in which everything written by a person is escaped. */
export function emailTo({ names, isParent }: Pick<Recipient, 'names' | 'isParent'>, email: Email): { text: string; html: string } {
  const { body, sender, clubName, site, unsubscribeUrl } = email;
  const greeting = isParent || names.length === 0 ? 'Guten Tag,' : `Guten Tag ${listed(names)},`;
  const about = isParent ? `Diese Mail betrifft ${listed(names)}.` : '';
  const why = unsubscribeUrl ? `Sie bekommen diese Mail, weil Sie dem Newsletter zugestimmt haben. Abbestellen: ${unsubscribeUrl}` : '';
  const text = [greeting, richTextToText(body), `${sender}\n${clubName}\n${site}`, about, why].filter(Boolean).join('\n\n');
  const html = [
    `<p>${escapeHtml(greeting)}</p>`,
    richTextToHtml(body, site),
    `<p>${escapeHtml(sender)}<br>${escapeHtml(clubName)}<br><a href="${escapeHtml(site)}">${escapeHtml(site)}</a></p>`,
    about && `<p>${escapeHtml(about)}</p>`,
    unsubscribeUrl &&
      `<p>Sie bekommen diese Mail, weil Sie dem Newsletter zugestimmt haben. <a href="${escapeHtml(unsubscribeUrl)}">Newsletter abbestellen</a></p>`,
  ].filter(Boolean);
  return { text: `${text}\n`, html: html.join('\n') };
}

/** "Anna, Bert und Carla" */
function listed(names: readonly string[]): string {
  return new Intl.ListFormat('de-DE').format(names);
}

import type { PrivacyCase } from '#shared/office/privacyLog/contract.ts';
import { formatDate, formatDateTime } from '#web/lib/format.ts';

/** Who asks, or whom a breach concerns. */
export function whom({ personId, person, concerns }: PrivacyCase): string {
  const name = personId === null ? '' : (person ?? 'Gelöschte Person');
  return [name, concerns].filter(Boolean).join(', ');
}

/** When the clock of a case ends: a breach to the minute, a request by its day. */
export function dueInWords({ kind, dueAt }: PrivacyCase): string {
  return kind === 'breach' ? `${formatDateTime(dueAt)} Uhr` : formatDate(dueAt);
}

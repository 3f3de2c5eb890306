import type { PrivacyCase } from '#shared/office/privacyLog/contract.ts';
import { formatDate, formatDateTime } from '#web/lib/format.ts';

/** The requester, or whom a breach concerns. */
export function caseSubject({ personId, person, concerns }: PrivacyCase): string {
  const name = personId === null ? '' : (person ?? 'Gelöschte Person');
  return [name, concerns].filter(Boolean).join(', ');
}

/** The deadline of a case: a breach's to the minute, a request's by day. */
export function dueInWords({ kind, dueAt }: PrivacyCase): string {
  return kind === 'breach' ? `${formatDateTime(dueAt)} Uhr` : formatDate(dueAt);
}

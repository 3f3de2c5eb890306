import type { MemberKind } from '#shared/memberWords.ts';
import type { Audience, AudienceKind, LegalBasis, MailInput } from '#shared/mails.ts';
import { emptyRichText, type RichText } from '#shared/richText.ts';

/** What the form holds: the parts of every kind of audience, of which one kind counts. */
export type MailValues = {
  kind: AudienceKind;
  id: string;
  who: 'placed' | 'waiting' | 'all';
  memberKind: MemberKind | null;
  departmentId: string | null;
  gender: 'm' | 'w' | 'd' | 'x' | null;
  ageMin: number | null;
  ageMax: number | null;
  legalBasis: LegalBasis;
  replyTo: 'self' | 'club';
  subject: string;
  body: RichText;
};

export const emptyMail: MailValues = {
  kind: 'course',
  id: '',
  who: 'placed',
  memberKind: null,
  departmentId: null,
  gender: null,
  ageMin: null,
  ageMax: null,
  legalBasis: 'contract',
  replyTo: 'self',
  subject: '',
  body: emptyRichText,
};

/** The values as the server takes them. */
export function toInput({ kind, id, who, memberKind, departmentId, gender, ageMin, ageMax, ...letter }: MailValues): MailInput {
  const audiences: { readonly [kind in AudienceKind]: Audience } = {
    course: { kind: 'course', id, who },
    department: { kind: 'department', id },
    helpers: { kind: 'helpers', id },
    members: { kind: 'members', memberKind, departmentId, gender, ageMin, ageMax },
  };
  return { ...letter, audience: audiences[kind] };
}

import type { MemberKind } from '#shared/people/memberWords.ts';
import type { Audience, AudienceKind, LegalBasis, MailFile, MailInput } from '#shared/content/mails.ts';
import { emptyRichText, type RichText } from '#shared/kernel/richText.ts';

/** A mail of the archive, as far as it can be written on. */
export type KeptMail = Pick<MailInput, 'legalBasis' | 'subject' | 'body'> & { to: Audience; replyTo: string; files: readonly MailFile[] };

/** What the form holds: the parts of every kind of audience, of which one kind counts. */
export type MailValues = {
  kind: AudienceKind;
  id: string;
  who: 'placed' | 'waiting' | 'all';
  memberKind: MemberKind | null;
  departmentId: string | null;
  gender: 'm' | 'w' | 'd' | 'o' | 'x' | null;
  ageMin: number | null;
  ageMax: number | null;
  memberIds: readonly string[];
  legalBasis: LegalBasis;
  replyTo: 'self' | 'club';
  subject: string;
  body: RichText;
  /** What goes along. */ files: readonly MailFile[];
};

const emptyMail: MailValues = {
  kind: 'course',
  id: '',
  who: 'placed',
  memberKind: null,
  departmentId: null,
  gender: null,
  ageMin: null,
  ageMax: null,
  memberIds: [],
  legalBasis: 'contract',
  replyTo: 'self',
  subject: '',
  body: emptyRichText,
  files: [],
};

/** A new mail, to these members if some were ticked. */
export function newMail(memberIds: readonly string[] = []): MailValues {
  return memberIds.length > 0 ? { ...emptyMail, kind: 'chosen', memberIds, legalBasis: 'membership' } : emptyMail;
}

/** What a mail is opened about: the people of one course, or of one helper list. */
export type MailAbout = { kind: 'course' | 'helpers'; id: string };

/** A mail to the people of one thing. */
export function mailAbout(about: MailAbout): MailValues {
  return { ...emptyMail, ...about };
}

/** What was written before, to go on with it. */
export function valuesOf({ to, legalBasis, subject, body, replyTo, files }: KeptMail, ownEmail: string | undefined): MailValues {
  const email = { legalBasis, subject, body, files, replyTo: replyTo === ownEmail ? ('self' as const) : ('club' as const) };
  if (to.kind === 'chosen') return { ...emptyMail, ...email, kind: to.kind, memberIds: to.memberIds };
  return { ...emptyMail, ...email, ...to };
}

/** The values as the server takes them. */
export function toInput(values: MailValues): MailInput {
  const { kind, id, who, memberKind, departmentId, gender, ageMin, ageMax, memberIds, files, ...email } = values;
  const audiences: { readonly [kind in AudienceKind]: Audience } = {
    course: { kind: 'course', id, who },
    department: { kind: 'department', id },
    helpers: { kind: 'helpers', id },
    members: { kind: 'members', memberKind, departmentId, gender, ageMin, ageMax },
    chosen: { kind: 'chosen', memberIds: [...memberIds] },
  };
  const along = files.length > 0 && { files: files.map(({ path }) => path) };
  return { ...email, ...along, audience: audiences[kind] };
}

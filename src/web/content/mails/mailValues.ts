import type { MemberKind } from '#shared/people/memberWords.ts';
import type { Audience, AudienceKind, LegalBasis, MailFile, MailInput } from '#shared/content/mails.ts';
import type { MailWords } from '#web/people/parts/mailTo.ts';
import { emptyRichText, type RichText } from '#shared/kernel/richText.ts';

/** The editable part of an archived mail. */
export type KeptMail = Pick<MailInput, 'legalBasis' | 'subject' | 'body'> & { to: Audience; replyTo: string; files: readonly MailFile[] };

/** The form values: the fields of all kinds of audience, of which one is used. */
export type MailValues = {
  kind: AudienceKind;
  id: string;
  who: 'placed' | 'waiting' | 'all' | 'chosen';
  /** The selected people of the course. */ personIds: readonly string[];
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
  /** The attachments. */ files: readonly MailFile[];
};

const emptyMail: MailValues = {
  kind: 'course',
  id: '',
  who: 'placed',
  personIds: [],
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

/** A new mail, to the selected members if any, with the proposed words if any. */
export function newMail(memberIds: readonly string[] = [], words?: MailWords): MailValues {
  return memberIds.length > 0 ? { ...emptyMail, kind: 'chosen', memberIds, legalBasis: 'membership', ...words } : emptyMail;
}

/** What a mail is about: the people of a course, all or selected ones, or of a helper list. */
export type MailAbout = { kind: 'course' | 'helpers'; id: string; personIds?: readonly string[] | undefined };

/** A new mail to these people. */
export function mailAbout({ personIds = [], ...about }: MailAbout): MailValues {
  return { ...emptyMail, ...about, personIds, who: personIds.length > 0 ? 'chosen' : 'placed' };
}

/** The values of a stored mail. */
export function valuesOf({ to, legalBasis, subject, body, replyTo, files }: KeptMail, ownEmail: string | undefined): MailValues {
  const email = { legalBasis, subject, body, files, replyTo: replyTo === ownEmail ? ('self' as const) : ('club' as const) };
  if (to.kind === 'chosen') return { ...emptyMail, ...email, kind: to.kind, memberIds: to.memberIds };
  if (to.kind === 'course') return { ...mailAbout(to), ...(!to.personIds && { who: to.who }), ...email };
  return { ...emptyMail, ...email, ...to };
}

/** The values to send. */
export function toInput(values: MailValues): MailInput {
  const { kind, id, who, personIds, memberKind, departmentId, gender, ageMin, ageMax, memberIds, files, ...email } = values;
  const audiences: { readonly [kind in AudienceKind]: Audience } = {
    course: who === 'chosen' ? { kind: 'course', id, who: 'all', personIds: [...personIds] } : { kind: 'course', id, who },
    department: { kind: 'department', id },
    helpers: { kind: 'helpers', id },
    members: { kind: 'members', memberKind, departmentId, gender, ageMin, ageMax },
    chosen: { kind: 'chosen', memberIds: [...memberIds] },
  };
  const along = files.length > 0 && { files: files.map(({ path }) => path) };
  return { ...email, ...along, audience: audiences[kind] };
}

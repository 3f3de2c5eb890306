import { z } from 'zod';
import { done, endpoint } from '#shared/kernel/contract.ts';
import { clubName, id, instant, line, pageOf, pageQuery, requiredLine } from '#shared/kernel/fields.ts';
import { outboxStates } from '#shared/kernel/mail/outboxStates.ts';
import { memberKindNames } from '#shared/people/memberWords.ts';
import { chosenAtMost } from '#shared/people/memberBatch.ts';
import { gender } from '#shared/people/people.ts';
import { richText, type RichText } from '#shared/kernel/richText.ts';
import { largestBytes } from '#shared/kernel/storage.ts';
import { placeholderFault } from './placeholders.ts';

/** A mailing to many recipients may exceed the default timeout. */
const answerMs = 20_000;

/** The maximum number of recipients of one mailing. */
export const recipientsAtMost = 5000;

/** The states of a mailing. A draft waits for the user, a planned one for its time; a sent one is immutable. */
export const mailStates = ['draft', 'planned', 'sent', 'withdrawn'] as const;
export type MailState = (typeof mailStates)[number];
/** The German names of the states. */
export const mailStateNames: { readonly [state in MailState]: string } = {
  draft: 'Entwurf',
  planned: 'Geplant',
  sent: 'Gesendet',
  withdrawn: 'Zurückgezogen',
};
/** States in which the mail can still be edited or deleted. */
export const mailSets = { open: ['draft', 'withdrawn'] } as const satisfies { [name: string]: readonly MailState[] };

/** The maximum number of attachments of a mail; their total size is limited to that of one file. */
export const filesAtMost = 5;

/** The maximum number of days to plan a mail ahead, since the membership changes in the meantime. */
export const plannedDaysAtMost = 90;

/** The maximum number of mails per day that trainers may send to a course. */
export const offerMailsADay = 3;

/** The legal bases for writing to recipients (Art. 6 GDPR). */
export const legalBases = ['contract', 'membership', 'consent'] as const;
export type LegalBasis = (typeof legalBases)[number];
/** The German names of the legal bases in the form. */
export const legalBasisNames: { readonly [basis in LegalBasis]: string } = {
  contract: 'Zur Teilnahme (alle Betroffenen)',
  membership: 'Zur Mitgliedschaft (alle Betroffenen)',
  consent: 'Newsletter (nur mit Einwilligung, mit Abmeldelink)',
};

const age = z.int().min(0).max(120).nullable().default(null);

/** The recipients: selected by criteria or individually, never by a typed address. */
const audience = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('course'),
    id,
    who: z.enum(['placed', 'waiting', 'all']).default('placed'),
    personIds: z
      .array(id)
      .min(1)
      .max(chosenAtMost, `Höchstens ${chosenAtMost} ausgewählte Personen auf einmal.`)
      .optional()
      .describe('Only these of them: selected in the list of participants.'),
  }),
  z.strictObject({ kind: z.literal('department'), id }),
  z.strictObject({ kind: z.literal('helpers'), id }),
  z
    .strictObject({
      kind: z.literal('members'),
      memberKind: z.enum(memberKindNames).nullable().default(null),
      departmentId: id.nullable().default(null),
      gender: gender.nullable().default(null),
      ageMin: age,
      ageMax: age,
    })
    .refine(({ ageMin, ageMax }) => ageMin === null || ageMax === null || ageMin <= ageMax, {
      path: ['ageMax'],
      message: 'Das liegt unter dem Mindestalter.',
    }),
  z.strictObject({
    kind: z.literal('chosen'),
    memberIds: z
      .array(id)
      .min(1, 'Bitte wählen Sie Mitglieder aus.')
      .max(chosenAtMost, `Höchstens ${chosenAtMost} ausgewählte Mitglieder auf einmal.`)
      .describe('Members selected in the member overview.'),
  }),
]);
export type Audience = z.output<typeof audience>;
export type AudienceKind = Audience['kind'];
/** The German names of the kinds of audiences. */
export const audienceKindNames: { readonly [kind in AudienceKind]: string } = {
  course: 'Kurs',
  department: 'Abteilung',
  helpers: 'Helferliste',
  members: 'Mitglieder',
  chosen: 'Ausgewählte Mitglieder',
};

/** The legal bases that are valid for an audience. */
export function basesFor(kind: AudienceKind): readonly LegalBasis[] {
  return kind === 'course' || kind === 'helpers' ? ['contract', 'consent'] : ['membership', 'consent'];
}

const whom = { audience, legalBasis: z.enum(legalBases) };
const hasBasis = (value: { audience: Audience; legalBasis: LegalBasis }) => basesFor(value.audience.kind).includes(value.legalBasis);
const basisRefusal = { path: ['legalBasis'], message: 'Das ist für diese Empfänger keine Grundlage.' };

function checkPlaceholders(value: RichText | string, context: z.RefinementCtx): void {
  const message = placeholderFault(value);
  if (message) context.addIssue({ code: 'custom', message });
}

const written = {
  ...whom,
  subject: requiredLine(150).superRefine(checkPlaceholders),
  body: richText.refine(({ content }) => content.length > 0, 'Bitte schreiben Sie einen Text.').superRefine(checkPlaceholders),
  files: z
    .array(z.string().max(1024))
    .max(filesAtMost, `Höchstens ${filesAtMost} Dateien.`)
    .optional()
    .describe(`Paths of stored files to attach: {club}/mails/{id}/{name}, at most ${largestBytes.mails} bytes in total.`),
  replyTo: z.enum(['self', 'club']).default('self').describe('Whether replies go to the sender or to the address of the club.'),
};

/** A mailing, validated by form and server: its legal basis must be valid for the audience. */
export const mailInput = z.strictObject(written).refine(hasBasis, basisRefusal);
export type MailInput = z.output<typeof mailInput>;

const replaces = id.optional().describe('The draft or withdrawn mail that this one replaces.');
const sending = z
  .strictObject({ ...written, sendAt: instant.optional().describe('The time of sending; without it the mail is sent at once.'), replaces })
  .refine(hasBasis, basisRefusal);
const draft = z.strictObject({ ...written, subject: line(150), body: richText, replaces }).refine(hasBasis, basisRefusal);

const mailPreview = z.object({
  people: z.int(),
  recipients: z.int().describe('The number of addresses; each receives one message.'),
  toParents: z.int(),
  withoutAddress: z.int(),
  missing: z.array(z.string()).describe('Names of persons without an email address, at most 100.'),
  withoutConsent: z.int(),
  former: z.int().describe('Selected former members; they receive the mail only with their consent.'),
  undeliverable: z.int().describe('Addresses that rejected three mails; they are skipped.'),
  sample: z
    .array(
      z.object({
        name: z.string().describe('Who is addressed; empty if unknown.'),
        about: z.string().describe('Whom it is about, for mails to parents; otherwise empty.'),
        email: z.string(),
        subject: z.string(),
        text: z.string(),
      }),
    )
    .describe('The first 20 recipients, each with the mail as rendered for them.'),
  text: z.string().describe('The text as rendered for the first recipient.'),
  replyTo: z.string(),
});
export type MailPreview = z.infer<typeof mailPreview>;

const sentMail = z.object({
  id,
  subject: z.string(),
  audience: z.string(),
  legalBasis: z.enum(legalBases),
  sender: z.string(),
  state: z.enum(mailStates),
  sendAt: z.iso.datetime().nullable(),
  heldBecause: z.string().nullable().describe('The reason why a planned mail was not sent; null if there is none.'),
  createdAt: z.iso.datetime(),
  recipients: z.int(),
  sent: z.int(),
  failed: z.int(),
  queued: z.int(),
});
export type SentMail = z.infer<typeof sentMail>;

const mailFile = z.object({ path: z.string(), name: z.string(), bytes: z.int() });
export type MailFile = z.infer<typeof mailFile>;

const sentMailDetail = sentMail.extend({
  to: audience,
  replyTo: z.string(),
  files: z.array(mailFile),
  body: z.custom<z.output<typeof richText>>(),
  rows: z.array(z.object({ email: z.string(), name: z.string(), state: z.enum(outboxStates), error: z.string().nullable() })),
});

const paragraph = { type: 'paragraph', content: [{ type: 'text', text: 'Das Training fällt am Montag aus.' }] };
const example = {
  audience: { kind: 'course', id: '3f0c2a9e-54f4-4c38-8d0f-0a5f7b1f9b11' },
  legalBasis: 'contract',
  subject: 'Training am Montag',
  body: { type: 'doc', content: [paragraph] },
};
const club = clubName.optional();
/** The token of the unsubscribe link of a newsletter. */
export const mailToken = z.string().regex(/^[\w-]{20,64}$/);
const token = z.strictObject({ token: mailToken });

/** Mailings: one message per recipient, through the common mail queue (/admin/mail). */
export const mailsContract = {
  preview: endpoint(
    { access: 'mail.sendToOffer' },
    { method: 'POST', path: '/mails/preview', summary: 'Wer eine Rundmail bekäme, und wie sie aussieht', example },
  )
    .input(z.strictObject({ ...written, subject: requiredLine(150).or(z.literal('')), body: richText }).refine(hasBasis, basisRefusal))
    .output(mailPreview),
  test: endpoint(
    { access: 'mail.sendToOffer' },
    { method: 'POST', path: '/mails/test', summary: 'Probemail an mich selbst', example, refuses: ['in-progress', 'key-reused'] },
  )
    .input(mailInput)
    .output(done),
  send: endpoint(
    { access: 'mail.sendToOffer', answerMs },
    {
      method: 'POST',
      path: '/mails',
      summary: 'Rundmail senden oder planen',
      description:
        'At most 20 mails per hour and club; trainers may send three per day and course. Responds once all messages are queued. A planned mail determines its recipients at the time of sending.',
      example,
      refuses: ['in-progress', 'key-reused', 'wrong-state'],
    },
  )
    .input(sending)
    .output(sentMail),
  keep: endpoint(
    { access: 'mail.send' },
    {
      method: 'POST',
      path: '/mails/drafts',
      summary: 'Rundmail als Entwurf ablegen',
      description: 'Drafts are visible to the whole board. With `replaces` the draft replaces the named one.',
      example,
      refuses: ['in-progress', 'key-reused', 'wrong-state'],
    },
  )
    .input(draft)
    .output(sentMail),
  withdraw: endpoint(
    { access: 'mail.send' },
    {
      method: 'POST',
      path: '/mails/{id}/withdraw',
      summary: 'Geplante Rundmail zurückziehen',
      refuses: ['in-progress', 'key-reused', 'wrong-state'],
    },
  )
    .input(z.strictObject({ id }))
    .output(done),
  drop: endpoint(
    { access: 'mail.send' },
    {
      method: 'DELETE',
      path: '/mails/{id}',
      summary: 'Entwurf oder zurückgezogene Rundmail löschen',
      refuses: ['in-progress', 'key-reused', 'wrong-state'],
    },
  )
    .input(z.strictObject({ id }))
    .output(done),
  list: endpoint({ access: 'mail.listSent' }, { method: 'GET', path: '/mails', summary: 'Rundmails mit ihrem Fortschritt' })
    .input(
      z.strictObject({
        ...pageQuery,
        club,
        state: z.enum(mailStates).optional(),
        search: line(100).optional().describe('Searches subject, text, recipients and sender.'),
      }),
    )
    .output(pageOf(sentMail)),
  read: endpoint({ access: 'mail.listSent' }, { method: 'GET', path: '/mails/{id}', summary: 'Eine gesendete Rundmail' })
    .input(z.strictObject({ id }))
    .output(sentMailDetail),
  retry: endpoint(
    { access: 'mail.send' },
    { method: 'POST', path: '/mails/{id}/retry', summary: 'Nicht zugestellte noch einmal senden', refuses: ['in-progress', 'key-reused'] },
  )
    .input(z.strictObject({ id }))
    .output(z.object({ queued: z.int() })),
  unsubscribe: endpoint(
    { access: 'mail.unsubscribe' },
    {
      method: 'POST',
      path: '/mails/unsubscribe/{token}',
      summary: 'Newsletter abbestellen',
      refuses: ['invalid-link', 'in-progress', 'key-reused'],
    },
  )
    .input(token)
    .output(done),
};

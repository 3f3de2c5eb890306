import { z } from 'zod';
import { endpoint } from '#shared/kernel/contract.ts';
import { id, paragraphs } from '#shared/kernel/fields.ts';
import { outboxStates } from '#shared/kernel/mail/outboxStates.ts';

/** The subjects of mails to holders of hall times. */
export const holderNoticeKinds = ['season', 'closure', 'decision'] as const;
type HolderNoticeKind = (typeof holderNoticeKinds)[number];

/** The delivery state of a mail: "sent" also if it is no longer stored, "unaddressed" if there was no recipient. */
export const deliveryStates = [...outboxStates, 'unaddressed'] as const;

/** The German names of the delivery states. */
export const deliveryNames: { readonly [state in (typeof deliveryStates)[number]]: string } = {
  queued: 'wartet',
  sent: 'gesendet',
  failed: 'unzustellbar',
  held: 'angehalten',
  unaddressed: 'keine Adresse',
};

/** The answers of a holder to a question. */
export const holderAnswerStates = ['accepted', 'declined'] as const;
export type HolderAnswer = (typeof holderAnswerStates)[number];
/** An answer in German. Results of a season are declined by an objection. */
export function holderAnswerWords({ kind, answer }: { kind: HolderNoticeKind; answer: HolderAnswer }): string {
  if (answer === 'accepted') return 'einverstanden';
  return kind === 'season' ? 'Einwand erhoben' : 'abgelehnt';
}

const answered = {
  answer: z.enum(holderAnswerStates).nullable(),
  remark: z.string(),
  answeredBy: z.string().describe('The address of the person who answered for the holder.'),
  answeredAt: z.iso.datetime().nullable(),
  answerUntil: z.iso.datetime().nullable().describe('The deadline for an answer; null if no answer is requested.'),
};

/** A recipient of a mail about hall times. */
export const holderNotice = z.object({
  id,
  kind: z.enum(holderNoticeKinds),
  organisationId: id,
  organisation: z.string(),
  recipient: z.string(),
  subject: z.string(),
  sentAt: z.iso.datetime(),
  delivery: z.enum(deliveryStates),
  hasLink: z.boolean().describe('Whether its use shows that the mail was read.'),
  openedAt: z.iso.datetime().nullable(),
  ...answered,
});
export type HolderNotice = z.infer<typeof holderNotice>;

/** A question to a holder, listed once regardless of the number of recipients. */
export const hallQuestion = z.object({
  id,
  kind: z.enum(holderNoticeKinds),
  subjectId: id.describe('The id of the season or closure.'),
  subject: z.string(),
  body: z.string(),
  sentAt: z.iso.datetime(),
  dates: z.array(z.object({ id, words: z.string() })).describe('The dates that move if the answer is `accepted`, with their destination.'),
  mayAnswer: z.boolean(),
  mayTakeBack: z.boolean(),
  ...answered,
});
export type HallQuestion = z.infer<typeof hallQuestion>;

/** The answer to a question about hall times; null withdraws it. */
export const hallAnswer = z.strictObject({
  answer: z.enum(holderAnswerStates).nullable(),
  remark: paragraphs(500).default(''),
  without: z.array(id).max(1000).default([]).describe('Dates that stay even if the answer is `accepted`.'),
});

/** The effect of an answer: the number of dates moved, and of those not moved because the hall was occupied. */
export const hallAnswered = z.object({ moved: z.int(), left: z.int() });

/** Questions of hall managers to clubs of the portal, answered by the board; other organisations answer through the link in the mail. */
export const hallQuestionsContract = {
  list: endpoint(
    { access: 'hallQuestions.answer' },
    { method: 'GET', path: '/hall-questions', summary: 'Fragen der Hallenverwaltung an den Verein' },
  )
    .input(z.strictObject({ subjectId: id.optional() }))
    .output(z.array(hallQuestion)),
  answer: endpoint(
    { access: 'hallQuestions.answer', answerMs: 10_000 },
    {
      method: 'POST',
      path: '/hall-questions/{id}',
      summary: 'Eine Frage der Hallenverwaltung beantworten',
      description:
        'Answers for all recipients of the holder. `accepted` moves the dates whose proposed hall is still free; null withdraws an answer.',
      refuses: ['wrong-state', 'in-progress', 'key-reused'],
      example: { answer: 'declined', remark: 'Der Weg ist für die Kinder zu weit.' },
    },
  )
    .input(hallAnswer.extend({ id }))
    .output(hallAnswered),
};

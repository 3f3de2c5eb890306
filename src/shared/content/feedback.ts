import { z } from 'zod';
import { done, endpoint } from '#shared/kernel/contract.ts';
import { clubName, email, id, instant, line, pageOf, pageQuery, paragraphs, version } from '#shared/kernel/fields.ts';

/** The subjects of feedback; feedback about the application goes to its developers, all other to the club. */
export const feedbackKinds = ['club', 'app', 'course', 'facility'] as const;
export type FeedbackKind = (typeof feedbackKinds)[number];
/** The German names of the subjects. */
export const feedbackKindNames: { readonly [kind in FeedbackKind]: string } = {
  club: 'Verein',
  app: 'Diese Anwendung',
  course: 'Kurs oder Angebot',
  facility: 'Sportstätte',
};

/** The states of a feedback message. */
export const feedbackStates = ['new', 'in_progress', 'answered', 'closed', 'spam'] as const;
/** States in which the message is not answered yet. */
export const unansweredFeedback: readonly FeedbackState[] = ['new', 'in_progress'];
/** States in which the message is answered or closed. */
export const settledFeedback: readonly FeedbackState[] = ['answered', 'closed', 'spam'];
export type FeedbackState = (typeof feedbackStates)[number];
/** The German names of the states. */
export const feedbackStateNames: { readonly [state in FeedbackState]: string } = {
  new: 'Neu',
  in_progress: 'In Arbeit',
  answered: 'Beantwortet',
  closed: 'Erledigt',
  spam: 'Unerwünscht',
};

/** The values of the state filter: one state, or all unanswered ones. */
export const askedFeedback = ['unanswered', ...feedbackStates] as const;
export type AskedFeedback = (typeof askedFeedback)[number];

const text = paragraphs(2000).min(10, 'Bitte schreiben Sie mindestens 10 Zeichen.');

/** A feedback message of a visitor, validated by form and server. */
export const feedbackInput = z.strictObject({
  kind: z.enum(feedbackKinds),
  text,
  rating: z.int().min(1).max(5).nullable(),
  email: z.union([z.literal(''), email]).describe('Empty if no answer is wanted.'),
  page: line(300).describe('The page from which the feedback was sent.'),
  website: line(300).describe('A honeypot field that is invisible to people; must stay empty.'),
});

/** An answer of the board. */
export const answerInput = z.strictObject({ text: paragraphs(4000).min(1) });

const feedback = z.object({
  id,
  club: clubName,
  kind: z.enum(feedbackKinds),
  text: z.string(),
  rating: z.int().nullable(),
  email: z.string(),
  page: z.string(),
  appVersion: z.string(),
  state: z.enum(feedbackStates),
  assignedTo: z.string().describe('The name of the assigned person; empty for none.'),
  answer: z.string(),
  createdAt: instant,
  version,
});
export type Feedback = z.infer<typeof feedback>;

const example = { kind: 'club', text: 'Die neuen Trainingszeiten sind gut.', rating: 5, email: '', page: '/', website: '' };

/** Feedback (/feedback, /admin/feedback). */
export const feedbackContract = {
  create: endpoint(
    { access: 'feedback.create' },
    {
      method: 'POST',
      path: '/feedback',
      summary: 'Rückmeldung senden',
      description: 'At most five messages per hour and network address.',
      refuses: ['in-progress', 'key-reused'],
      example,
    },
  )
    .input(feedbackInput)
    .output(done),
  list: endpoint({ access: 'feedback.list' }, { method: 'GET', path: '/feedback', summary: 'Rückmeldungen auflisten' })
    .input(z.strictObject({ ...pageQuery, club: clubName.optional(), state: z.enum(askedFeedback).optional() }))
    .output(pageOf(feedback)),
  update: endpoint(
    { access: 'feedback.list' },
    {
      method: 'PATCH',
      path: '/feedback/{id}',
      summary: 'Rückmeldung einordnen oder übernehmen',
      example: { state: 'in_progress', isMine: true, version: 1 },
    },
  )
    .input(
      z.strictObject({
        id,
        state: z.enum(feedbackStates),
        isMine: z.boolean().describe('Whether to assign the feedback to the caller.'),
        version,
      }),
    )
    .output(feedback),
  answer: endpoint(
    { access: 'feedback.list' },
    {
      method: 'POST',
      path: '/feedback/{id}/answer',
      summary: 'Rückmeldung per Mail beantworten',
      refuses: ['in-progress', 'key-reused', 'wrong-state'],
      example: { text: 'Vielen Dank für Ihre Nachricht.', version: 1 },
    },
  )
    .input(answerInput.extend({ id, version }))
    .output(feedback),
};

import { z } from 'zod';
import { enrolmentStates } from './enrolmentStates.ts';
import { givenMandate, orderMethod } from './orders.ts';
import { optionalCallNumber, wayHomeChoice } from '#shared/people/people.ts';
import { done, endpoint } from '#shared/kernel/contract.ts';
import { id, typedPassword, exportFormat } from '#shared/kernel/fields.ts';
import {
  addedInput,
  addedResult,
  candidate,
  enrolmentRefusals,
  guestInput,
  tickedConsents,
  ownEnrolment,
  staffedList,
  registerInput,
  registerResult,
  rushAnswerMs,
  walkInInput,
} from './enrolmentShapes.ts';
import { cancellationInput, decisionInput, moveInput, noteInput, priceInput, rankInput, replacementInput } from './participants/actions.ts';

const one = z.strictObject({ id });
const token = z.strictObject({ token: z.string().regex(/^[\w-]{20,64}$/) });
const state = z.enum(enrolmentStates);
/** The persons assigned to the account, and those who belong to another account. */
const adopted = z.object({ taken: z.array(z.string()), elsewhere: z.array(z.string()) });

/** Enrolments: by users, by guests through a link, and by staff. */
export const enrolmentsContract = {
  candidates: endpoint(
    { access: 'participants.register' },
    { method: 'GET', path: '/courses/{id}/candidates', summary: 'Wen ich anmelden kann, und was dagegen spricht' },
  )
    .input(one)
    .output(z.array(candidate)),
  register: endpoint(
    { access: 'participants.register', answerMs: rushAnswerMs },
    {
      method: 'POST',
      path: '/courses/{id}/registrations',
      summary: 'Mich oder meine Kinder anmelden',
      refuses: [...enrolmentRefusals, 'in-progress', 'key-reused'],
      example: { personIds: ['3f0c2a9e-54f4-4c38-8d0f-0a5f7b1f9b11'], acceptsTerms: true },
    },
  )
    .input(registerInput.extend({ id }))
    .output(registerResult),
  registerGuest: endpoint(
    { access: 'participants.register', answerMs: rushAnswerMs },
    {
      method: 'POST',
      path: '/courses/{id}/guests',
      summary: 'Als Gast anmelden; die Adresse wird per Mail bestätigt',
      refuses: [...enrolmentRefusals, 'in-progress', 'key-reused'],
      example: { firstname: 'Jo', lastname: 'Muster', birthDate: '1990-05-04', email: 'jo@example.org', acceptsTerms: true },
    },
  )
    .input(guestInput.extend({ id }))
    .output(done),
  adopt: endpoint(
    { access: 'persons.createChild' },
    {
      method: 'POST',
      path: '/registration-adoptions',
      summary: 'Anmeldungen, die ich ohne Konto gemacht habe, in mein Konto übernehmen',
      description:
        'All that came in by the address of the account and was confirmed by its link: oneself by name, children by their parent. Gives the names that are taken, and those that belong to another account.',
    },
  ).output(adopted),
  mine: endpoint(
    { access: 'participants.read' },
    { method: 'GET', path: '/registrations/mine', summary: 'Meine Anmeldungen und die meiner Kinder' },
  ).output(z.array(ownEnrolment)),
  notices: endpoint(
    { access: 'participants.read' },
    { method: 'GET', path: '/registrations/notices', summary: 'Was mir zu Anmeldungen geschrieben wurde', description: 'The latest 20.' },
  ).output(z.array(z.object({ id: z.int(), subject: z.string(), at: z.iso.datetime() }))),
  byToken: endpoint(
    { access: 'participants.manageByToken' },
    { method: 'GET', path: '/registrations/{token}', summary: 'Eine Anmeldung über den Link aus der Mail' },
  )
    .input(token)
    .output(ownEnrolment),
  answer: endpoint(
    { access: 'participants.manageByToken', answerMs: rushAnswerMs },
    {
      method: 'POST',
      path: '/registrations/{token}',
      summary: 'Adresse bestätigen, Angebot annehmen oder ablehnen, Platz absagen oder kündigen',
      description:
        'cancel: out of a permanent group at the earliest end by notice (leavesOn), out of anything else at once. keep: takes that notice back. undo: takes the own last answer back within ten minutes. The token is the secret of a mail, or the id of an enrolment for somebody signed in whose own it is.',
      refuses: ['offer-over', 'undo-over', ...enrolmentRefusals],
      example: { action: 'accept' },
    },
  )
    .input(
      token.extend({
        action: z.enum(['confirm', 'accept', 'decline', 'cancel', 'keep', 'undo']),
        quote: z.string().max(4000).optional().describe('confirm, accept: what was shown before.'),
        method: orderMethod.optional().describe('confirm, accept: how it is to be paid.'),
        mandate: givenMandate.optional().describe('sepa: the account of a mandate that is given with it.'),
        emergencyPhone: optionalCallNumber.describe('accept: noted where none is known.'),
        wayHome: wayHomeChoice.optional().describe('accept: noted where nothing is known.'),
        consents: tickedConsents,
      }),
    )
    .output(
      ownEnrolment.extend({
        accountKey: z
          .string()
          .nullable()
          .describe('confirm, by a visitor whose address has no account: for 60 minutes it makes one, with nothing but a password.'),
      }),
    ),
  openAccount: endpoint(
    { access: 'participants.manageByToken', answerMs: rushAnswerMs },
    {
      method: 'POST',
      path: '/registrations/{token}/account',
      summary: 'Zur bestätigten Adresse ein Konto anlegen, mit einem Passwort allein',
      description:
        'The key comes with the answer that confirmed the address, or by a mail to it (account-link). All that the address enrolled comes along, and one is signed in.',
      refuses: ['invalid-link', 'weak-password', 'email-already-in-use'],
      example: { key: 'aus-der-Antwort-oder-dem-Link-der-Mail', password: 'sieben-bunte-Baelle' },
    },
  )
    .input(token.extend({ key: z.string().min(20).max(200), password: typedPassword }))
    .output(adopted),
  mailAccountLink: endpoint(
    { access: 'participants.manageByToken' },
    {
      method: 'POST',
      path: '/registrations/{token}/account-link',
      summary: 'Den Link zu einem Konto an die Adresse der Anmeldung senden',
      description: 'The same answer whether or not the address has an account; what is different stands in the mail.',
      example: {},
    },
  )
    .input(token)
    .output(done),
  list: endpoint(
    { access: 'participants.list' },
    { method: 'GET', path: '/courses/{id}/participants', summary: 'Teilnehmer eines Kurses mit Warteliste' },
  )
    .input(one)
    .output(staffedList),
  add: endpoint(
    { access: 'participants.create' },
    {
      method: 'POST',
      path: '/courses/{id}/participants',
      summary: 'Jemanden anmelden',
      description: 'A known person or a new one. With a reason also beyond the places.',
      refuses: [...enrolmentRefusals, 'in-progress', 'key-reused'],
      example: { person: { firstname: 'Jo', lastname: 'Muster', birthDate: '1990-05-04' }, reason: '' },
    },
  )
    .input(addedInput)
    .output(addedResult),
  addWalkIn: endpoint(
    { access: 'participants.addWalkIn' },
    {
      method: 'POST',
      path: '/sessions/{sessionId}/walk-ins',
      summary: 'Schnuppergast zu einem Termin aufnehmen',
      refuses: ['in-progress', 'key-reused'],
      example: { person: { firstname: 'Jo', lastname: 'Muster' } },
    },
  )
    .input(walkInInput)
    .output(z.object({ personId: id })),
  decide: endpoint(
    { access: 'participants.update' },
    {
      method: 'POST',
      path: '/participants/{id}/decision',
      summary: 'Zusagen, absagen oder einen Platz anbieten',
      description: 'offer: out of order only with a reason. confirm: checks the places once more under the lock.',
      refuses: ['places-taken', 'wrong-state'],
      example: { action: 'confirm', reason: '' },
    },
  )
    .input(decisionInput)
    .output(done),
  reorder: endpoint(
    { access: 'participants.update' },
    {
      method: 'POST',
      path: '/participants/{id}/rank',
      summary: 'Auf der Warteliste nach vorn oder hinten setzen',
      refuses: ['wrong-state'],
      example: { position: 1, reason: 'Härtefall' },
    },
  )
    .input(rankInput)
    .output(done),
  replace: endpoint(
    { access: 'participants.update' },
    {
      method: 'POST',
      path: '/participants/{id}/replacement',
      summary: 'Den Platz an eine Ersatzperson geben',
      refuses: ['wrong-state', 'already-registered'],
      example: { personId: '3f0c2a9e-54f4-4c38-8d0f-0a5f7b1f9b11' },
    },
  )
    .input(replacementInput)
    .output(done),
  move: endpoint(
    { access: 'participants.update' },
    {
      method: 'POST',
      path: '/participants/{id}/move',
      summary: 'In einen anderen Kurs verschieben',
      description: 'The history stays with the old enrolment; the new one goes by the places of the new course.',
      refuses: [...enrolmentRefusals],
      example: { courseId: '3f0c2a9e-54f4-4c38-8d0f-0a5f7b1f9b11' },
    },
  )
    .input(moveInput)
    .output(z.object({ id, state })),
  cancel: endpoint(
    { access: 'participants.cancel' },
    {
      method: 'POST',
      path: '/participants/{id}/cancellation',
      summary: 'Platz absagen, mit oder ohne Gebühr',
      refuses: ['wrong-state'],
      example: { withFee: false, reason: '' },
    },
  )
    .input(cancellationInput)
    .output(done),
  note: endpoint(
    { access: 'participants.update' },
    {
      method: 'PUT',
      path: '/participants/{id}/note',
      summary: 'Notiz für die Verwaltung',
      refuses: ['conflict'],
      example: { note: '', version: 1 },
    },
  )
    .input(noteInput)
    .output(done),
  setPrice: endpoint(
    { access: 'participants.update' },
    {
      method: 'PUT',
      path: '/participants/{id}/price',
      summary: 'Preisgruppe einer Anmeldung ändern',
      description: 'Until it is charged; afterwards the charge is cancelled first.',
      refuses: ['conflict', 'wrong-state'],
      example: { priceCategory: 'member', version: 1 },
    },
  )
    .input(priceInput)
    .output(done),
  healthNote: endpoint(
    { access: 'healthNotes.read' },
    {
      method: 'POST',
      path: '/participants/{id}/health-note',
      summary: 'Gesundheitshinweis öffnen',
      description: 'Writes an audit entry, hence no GET. Trainers: only the lead of the course.',
    },
  )
    .input(one)
    .output(z.object({ healthNote: z.string(), allergies: z.string(), pickupRule: z.string() })),
  export: endpoint(
    { access: 'participants.export', fresh: true },
    { method: 'GET', path: '/courses/{id}/participants/export', summary: 'Teilnehmer als CSV oder XLSX' },
  )
    .input(z.strictObject({ id, format: exportFormat.default('csv') }))
    .output(z.file()),
};

import { z } from 'zod';
import { enrolmentStates } from './enrolmentStates.ts';
import { givenMandate, orderMethod } from './orders.ts';
import { optionalCallNumber, wayHomeChoice } from '#shared/people/people.ts';
import { done, endpoint } from '#shared/kernel/contract.ts';
import { id, typedPassword } from '#shared/kernel/fields.ts';
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
import { adopted, chosenExport, wholeExport } from './participants/lists.ts';
import { cancellationInput, decisionInput, moveInput, noteInput, priceInput, rankInput, replacementInput } from './participants/actions.ts';

const one = z.strictObject({ id });
const token = z.strictObject({ token: z.string().regex(/^[\w-]{20,64}$/) });
const state = z.enum(enrolmentStates);

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
        'Takes over enrolments made and confirmed with the address of the account: for the user, matched by name, and for children with the user as parent. Returns the names of the persons taken over, and of those that belong to another account.',
    },
  ).output(adopted),
  mine: endpoint(
    { access: 'participants.read' },
    { method: 'GET', path: '/registrations/mine', summary: 'Meine Anmeldungen und die meiner Kinder' },
  ).output(z.array(ownEnrolment)),
  notices: endpoint(
    { access: 'participants.read' },
    {
      method: 'GET',
      path: '/registrations/notices',
      summary: 'Was mir zu Anmeldungen geschrieben wurde',
      description: 'The latest 20 notices.',
    },
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
        'cancel: ends a permanent group at the earliest day by notice (leavesOn), anything else at once; keep: withdraws the notice; undo: reverts the last answer within ten minutes. The token is the secret from a mail or, for a signed-in user, the id of an own enrolment.',
      refuses: ['offer-over', 'undo-over', ...enrolmentRefusals],
      example: { action: 'accept' },
    },
  )
    .input(
      token.extend({
        action: z.enum(['confirm', 'accept', 'decline', 'cancel', 'keep', 'undo']),
        quote: z.string().max(4000).optional().describe('confirm, accept: the quote that was shown.'),
        method: orderMethod.optional().describe('confirm, accept: the payment method.'),
        mandate: givenMandate.optional().describe('sepa: the bank account of a new mandate.'),
        emergencyPhone: optionalCallNumber.describe('accept: stored if no emergency number is known.'),
        wayHome: wayHomeChoice.optional().describe('accept: stored if no way home is known.'),
        consents: tickedConsents,
      }),
    )
    .output(
      ownEnrolment.extend({
        accountKey: z
          .string()
          .nullable()
          .describe(
            'confirm by a visitor without an account: a key, valid for 60 minutes, with which an account can be created by setting a password; otherwise null.',
          ),
      }),
    ),
  openAccount: endpoint(
    { access: 'participants.manageByToken', answerMs: rushAnswerMs },
    {
      method: 'POST',
      path: '/registrations/{token}/account',
      summary: 'Zur bestätigten Adresse ein Konto anlegen, mit einem Passwort allein',
      description:
        'The key comes from the response that confirmed the address, or from a mail to it (account-link). Takes over all enrolments of the address and signs the user in.',
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
      description: 'The response is the same whether or not the address has an account; only the mail differs.',
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
      description: 'Enrols a known or a new person. With a reason, the number of seats can be exceeded.',
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
    .output(
      z.object({
        personId: id,
        visitsBefore: z.int().describe('The number of other sessions of this offer at which a guest of the same name was taken in.'),
      }),
    ),
  decide: endpoint(
    { access: 'participants.update' },
    {
      method: 'POST',
      path: '/participants/{id}/decision',
      summary: 'Zusagen, absagen oder einen Platz anbieten',
      description: 'offer: requires a reason if it skips the waiting list; confirm: checks the free seats again under the lock.',
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
      description: 'The old enrolment keeps its history. The state of the new one depends on the free seats of the target course.',
      refuses: [...enrolmentRefusals, 'move-not-possible'],
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
      description: 'Possible until the enrolment is charged; after that the charge must be cancelled first.',
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
      description: 'POST, because each access is recorded in the audit log. Of the trainers, only the lead of the course has access.',
    },
  )
    .input(one)
    .output(z.object({ healthNote: z.string(), allergies: z.string(), pickupRule: z.string() })),
  export: endpoint(
    { access: 'participants.export', fresh: true },
    { method: 'GET', path: '/courses/{id}/participants/export', summary: 'Teilnehmer als CSV oder XLSX' },
  )
    .input(wholeExport)
    .output(z.file()),
  exportChosen: endpoint(
    { access: 'participants.export', fresh: true },
    {
      method: 'POST',
      path: '/courses/{id}/participants/export',
      summary: 'Ausgewählte Teilnehmer als CSV oder XLSX',
      refuses: ['in-progress', 'key-reused'],
      example: { participationIds: ['3f0c2a9e-54f4-4c38-8d0f-0a5f7b1f9b11'], format: 'csv' },
    },
  )
    .input(chosenExport)
    .output(z.file()),
};

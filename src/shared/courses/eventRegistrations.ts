import { z } from 'zod';
import { done, endpoint } from '#shared/kernel/contract.ts';
import { id, exportFormat } from '#shared/kernel/fields.ts';
import {
  addedInput,
  addedResult,
  candidate,
  enrolmentRefusals,
  eventParticipants,
  guestInput,
  registerInput,
  registerResult,
  rushAnswerMs,
} from './enrolmentShapes.ts';

const one = z.strictObject({ id });

/**
 * Enrolments in events, with the same places, waiting list and mails as courses. These endpoints create an enrolment.
 * Its further steps (confirm, offer, cancel, decide) are in shared/courses/enrolments.ts.
 */
export const eventRegistrationsContract = {
  candidates: endpoint(
    { access: 'events.reserve' },
    { method: 'GET', path: '/events/{id}/candidates', summary: 'Wen ich zu einem Termin anmelden kann, und was dagegen spricht' },
  )
    .input(one)
    .output(z.array(candidate)),
  register: endpoint(
    { access: 'events.reserve', answerMs: rushAnswerMs },
    {
      method: 'POST',
      path: '/events/{id}/registrations',
      summary: 'Mich oder meine Kinder zu einem Termin anmelden',
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
      path: '/events/{id}/guests',
      summary: 'Als Gast zu einem Termin anmelden; die Adresse wird per Mail bestätigt',
      refuses: [...enrolmentRefusals, 'in-progress', 'key-reused'],
      example: { firstname: 'Jo', lastname: 'Muster', birthDate: '1990-05-04', email: 'jo@example.org', acceptsTerms: true },
    },
  )
    .input(guestInput.extend({ id }))
    .output(done),
  list: endpoint(
    { access: 'events.listReservations' },
    { method: 'GET', path: '/events/{id}/participants', summary: 'Wer zu einem Termin kommt, mit Warteliste' },
  )
    .input(one)
    .output(eventParticipants),
  add: endpoint(
    { access: 'participants.create' },
    {
      method: 'POST',
      path: '/events/{id}/participants',
      summary: 'Jemanden zu einem Termin anmelden',
      description: 'Enrols a known or a new person. With a reason, the number of seats can be exceeded.',
      refuses: [...enrolmentRefusals, 'in-progress', 'key-reused'],
      example: { person: { firstname: 'Jo', lastname: 'Muster', birthDate: '1990-05-04' }, reason: '' },
    },
  )
    .input(addedInput)
    .output(addedResult),
  export: endpoint(
    { access: 'participants.export', fresh: true },
    { method: 'GET', path: '/events/{id}/participants/export', summary: 'Teilnehmer eines Termins als CSV oder XLSX' },
  )
    .input(z.strictObject({ id, format: exportFormat.default('csv') }))
    .output(z.file()),
};

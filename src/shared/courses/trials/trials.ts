import { z } from 'zod';
import { done, endpoint } from '#shared/kernel/contract.ts';
import { clubName, email, id, instant, line } from '#shared/kernel/fields.ts';
import { gender, optionalCallNumber, personInput } from '#shared/people/people.ts';
import { trialOutcomes } from './trialRules.ts';

const trialDate = z.object({
  sessionId: id,
  startsAt: instant,
  endsAt: instant,
  place: z.string(),
  room: z.int().describe('The number of further trial guests.'),
});
export type TrialDate = z.infer<typeof trialDate>;

/** A trial booking without an account. */
export const trialInput = personInput.extend({
  sessionId: id,
  email,
  phone: line(40).default(''),
  guardianFirstname: line(80).default(''),
  guardianLastname: line(80).default(''),
  emergencyPhone: optionalCallNumber,
});

/** A trial visit, for the person who booked it. */
const ownTrial = z.object({
  id,
  token: z.string(),
  state: z.enum(trialOutcomes),
  name: z.string(),
  course: z.object({ id, slug: z.string(), title: z.string(), club: clubName }),
  startsAt: instant,
  endsAt: instant,
  place: z.string(),
  isOff: z.boolean().describe('Whether the club cancelled the session.'),
  canCancel: z.boolean(),
  left: z.int().describe('The number of further trials that the person can book for this offer.'),
  known: z
    .object({
      firstname: z.string(),
      lastname: z.string(),
      birthDate: z.string().nullable(),
      gender: gender.nullable(),
      email: z.string(),
      phone: z.string(),
      guardianFirstname: z.string(),
      guardianLastname: z.string(),
      emergencyPhone: z.string(),
    })
    .nullable()
    .describe('The data entered with the booking, to prefill the enrolment; null for bookings by an account.'),
});
export type OwnTrial = z.infer<typeof ownTrial>;

const token = z.strictObject({ token: z.string().regex(/^[\w-]{20,64}$/) });

/** Trials before enrolling: without an account, free of charge (/id/{course}, /trials/{token}). */
export const trialsContract = {
  dates: endpoint(
    { access: 'courses.read', featureOf: 'record' },
    { method: 'GET', path: '/courses/{id}/trials', summary: 'Termine zum Schnuppern', description: 'The next sessions with free seats.' },
  )
    .input(z.strictObject({ id }))
    .output(z.array(trialDate)),
  book: endpoint(
    { access: 'trialVisits.book' },
    {
      method: 'POST',
      path: '/courses/{id}/trials',
      summary: 'Schnupperstunde buchen, ohne Konto',
      description:
        'The response is the same for known and unknown people; the ticket, or the reason for a rejection, is sent to the address.',
      refuses: ['registration-closed', 'not-eligible'],
      example: {
        sessionId: '3f0c2a9e-54f4-4c38-8d0f-0a5f7b1f9b11',
        firstname: 'Mila',
        lastname: 'Muster',
        birthDate: '2018-02-03',
        email: 'jo@example.org',
        guardianFirstname: 'Jo',
        guardianLastname: 'Muster',
        emergencyPhone: '0170 1234567',
      },
    },
  )
    .input(trialInput.extend({ id }))
    .output(done),
  bookOwn: endpoint(
    { access: 'trialVisits.bookOwn' },
    {
      method: 'POST',
      path: '/courses/{id}/trials/own',
      summary: 'Schnupperstunde für sich oder ein eigenes Kind buchen',
      refuses: ['registration-closed', 'not-eligible', 'already-registered', 'trial-used'],
      example: { sessionId: '3f0c2a9e-54f4-4c38-8d0f-0a5f7b1f9b11', personId: '3f0c2a9e-54f4-4c38-8d0f-0a5f7b1f9b12' },
    },
  )
    .input(z.strictObject({ id, sessionId: id, personId: id }))
    .output(ownTrial),
  mine: endpoint(
    { access: 'trialVisits.bookOwn', featureOf: 'record' },
    { method: 'GET', path: '/trials', summary: 'Eigene Schnupperstunden, die noch kommen' },
  ).output(z.array(ownTrial)),
  byToken: endpoint(
    { access: 'trialVisits.manageByToken' },
    { method: 'GET', path: '/trials/{token}', summary: 'Schnupperstunde über den Link aus der Mail' },
  )
    .input(token)
    .output(ownTrial),
  cancel: endpoint(
    { access: 'trialVisits.manageByToken' },
    {
      method: 'POST',
      path: '/trials/{token}/cancellation',
      summary: 'Schnupperstunde absagen',
      description: 'Possible until the session starts; idempotent.',
      refuses: ['wrong-state'],
    },
  )
    .input(token)
    .output(ownTrial),
};

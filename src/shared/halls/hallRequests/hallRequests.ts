import { z } from 'zod';
import { done, endpoint } from '#shared/kernel/contract.ts';
import { clubName, email, id, instant, line, localDate, localTime, paragraphs, requiredLine } from '#shared/kernel/fields.ts';
import { ageGroups } from '../bookingStates.ts';
import { outsideKinds } from '../organisations.ts';
import { hallRequestStates } from './hallRequestStates.ts';

/** The maximum number of hours in one request. */
export const wantsAtMost = 5;

/** The number of days after which a request that was not confirmed by mail is deleted. */
export const unconfirmedDays = 7;

/** A requested hour: on one day, or weekly until a last day. */
const hallWant = z
  .strictObject({
    facilityId: id,
    parts: z.int().min(1).max(24).default(1).describe('The number of parts of the hall.'),
    startsOn: localDate,
    endsOn: localDate.nullable().default(null).describe('The last day of a weekly request; null for a single day.'),
    startTime: localTime,
    endTime: localTime,
  })
  .refine(({ startTime, endTime }) => endTime > startTime, { path: ['endTime'], message: 'Das Ende muss nach dem Beginn liegen.' })
  .refine(({ startsOn, endsOn }) => endsOn === null || endsOn > startsOn, {
    path: ['endsOn'],
    message: 'Der letzte Tag muss nach dem ersten liegen.',
  });
export type HallWant = z.output<typeof hallWant>;

const outsideKind = z.enum(outsideKinds);

/** A request for hours without an account, validated by form and server. */
export const hallRequestInput = z.strictObject({
  organisation: requiredLine(120),
  kind: outsideKind,
  contactName: requiredLine(120),
  email,
  phone: line(40).default(''),
  purpose: requiredLine(80).describe('The activity, e.g. "Yoga" or "Volleyball".'),
  ageGroup: z.enum(ageGroups).nullable().default(null),
  participants: z.int().min(1, 'Bitte mindestens 1.').max(500, 'Bitte höchstens 500.').nullable().default(null),
  message: paragraphs(1000).default(''),
  wants: z.array(hallWant).min(1).max(wantsAtMost),
  /** A honeypot field, invisible to users. */
  website: z.string().max(200).default(''),
});
export type HallRequestInput = z.output<typeof hallRequestInput>;

/** The reason of a rejection, quoted in the mail. */
export const hallRequestRefusal = requiredLine(300);

const requestableHall = z.object({ id, name: z.string(), parts: z.int(), managerClub: clubName });
export type RequestableHall = z.infer<typeof requestableHall>;

/** A request, for the holder of the link in its mail. */
const ownRequest = z.object({
  state: z.enum(hallRequestStates),
  club: clubName.describe('The club that decides.'),
  organisation: z.string(),
  purpose: z.string(),
  wants: z.array(z.string()).describe('The requested hours as German text.'),
  reason: z.string(),
});
export type OwnHallRequest = z.infer<typeof ownRequest>;

/** A request, for the managers who decide on it. */
const openRequest = z.object({
  id,
  organisation: z.string(),
  kind: outsideKind,
  contactName: z.string(),
  email: z.string(),
  phone: z.string(),
  purpose: z.string(),
  ageGroup: z.enum(ageGroups).nullable(),
  participants: z.int().nullable(),
  message: z.string(),
  wants: z.array(z.string()),
  confirmedAt: instant,
  match: z
    .object({ id, name: z.string() })
    .nullable()
    .describe('The existing organisation that probably sent the request; null if there is none.'),
});
export type OpenHallRequest = z.infer<typeof openRequest>;

const token = z.strictObject({ token: z.string().regex(/^[\w-]{20,64}$/) });

/** Hall requests of organisations without an account: schools, adult education, other clubs. */
export const hallRequestsContract = {
  halls: endpoint(
    { access: 'hallRequests.create' },
    { method: 'GET', path: '/hall-requests/halls', summary: 'Für welche Hallen man hier anfragen kann' },
  ).output(z.array(requestableHall)),
  create: endpoint(
    { access: 'hallRequests.create' },
    {
      method: 'POST',
      path: '/hall-requests',
      summary: 'Hallenzeit anfragen, ohne Konto',
      description: 'Sends a mail with a confirmation link. The request is not visible to anyone else until it is confirmed.',
      example: {
        organisation: 'Volkshochschule Auenfeld',
        kind: 'adultEducation',
        contactName: 'Vera Volk',
        email: 'vhs@example.org',
        purpose: 'Yoga',
        wants: [
          {
            facilityId: '3f0c2a9e-54f4-4c38-8d0f-0a5f7b1f9b11',
            startsOn: '2027-01-11',
            endsOn: '2027-03-22',
            startTime: '18:00',
            endTime: '19:30',
          },
        ],
      },
    },
  )
    .input(hallRequestInput)
    .output(done),
  byToken: endpoint(
    { access: 'hallRequests.manageByToken' },
    { method: 'GET', path: '/hall-requests/{token}', summary: 'Die Anfrage hinter dem Link aus der Mail' },
  )
    .input(token)
    .output(ownRequest),
  confirm: endpoint(
    { access: 'hallRequests.manageByToken' },
    { method: 'POST', path: '/hall-requests/{token}/confirmation', summary: 'Anfrage bestätigen' },
  )
    .input(token)
    .output(ownRequest),
  withdraw: endpoint(
    { access: 'hallRequests.manageByToken' },
    { method: 'POST', path: '/hall-requests/{token}/end', summary: 'Anfrage zurückziehen und löschen', refuses: ['wrong-state'] },
  )
    .input(token)
    .output(done),
  list: endpoint(
    { access: 'hallRequests.decide' },
    { method: 'GET', path: '/hall-requests', summary: 'Neue Anfragen von außen', description: 'Longest waiting first.' },
  )
    .input(z.strictObject({ club: clubName.optional() }))
    .output(z.array(openRequest)),
  link: endpoint(
    { access: 'hallRequests.decide' },
    {
      method: 'POST',
      path: '/hall-requests/{id}/organisation',
      summary: 'Einer Organisation zuordnen',
      description:
        'Turns the hours into booking requests of the organisation. Without `organisationId` a new organisation is created from the request.',
      refuses: ['wrong-state', 'in-progress', 'key-reused'],
      example: { organisationId: null },
    },
  )
    .input(
      z.strictObject({
        id,
        organisationId: id.nullable(),
        speaks: z
          .boolean()
          .default(false)
          .describe('Whether the author may send wishes and objections for an existing organisation; for a new one always.'),
      }),
    )
    .output(
      z.object({
        asked: z.int().describe('The number of dates that are requested now.'),
        left: z.int().describe('The number of dates omitted because the hall is closed.'),
      }),
    ),
  reject: endpoint(
    { access: 'hallRequests.decide' },
    {
      method: 'POST',
      path: '/hall-requests/{id}/rejection',
      summary: 'Ablehnen, mit Grund',
      refuses: ['wrong-state', 'in-progress', 'key-reused'],
      example: { reason: 'Alle Hallen sind an diesem Abend vergeben.' },
    },
  )
    .input(z.strictObject({ id, reason: hallRequestRefusal }))
    .output(done),
};

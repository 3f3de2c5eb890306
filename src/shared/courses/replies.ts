import { z } from 'zod';
import { daysBetween } from '#shared/kernel/calendar.ts';
import { done, endpoint } from '#shared/kernel/contract.ts';
import { callNumber, clubName, id, line, localDate } from '#shared/kernel/fields.ts';
import { absenceDaysAtMost, absenceReasons, replies } from './replyStates.ts';
import { sessionStates } from './sessionStates.ts';

/** A session of a person, with the family's reply. */
const ownSession = z.object({
  sessionId: id,
  personId: id,
  firstname: z.string(),
  courseTitle: z.string(),
  slug: z.string(),
  club: clubName,
  startsAt: z.iso.datetime(),
  endsAt: z.iso.datetime(),
  place: z.string(),
  state: z.enum(sessionStates),
  reason: z.string().nullable(),
  reply: z.enum(replies).nullable().describe('The reply, `no` if an absence covers the day, or null.'),
  note: z.string(),
  repliedBy: z.string().nullable().describe('The name of the person who replied, if it was another account; otherwise null.'),
  mayReply: z.boolean(),
  replyUntil: z.iso
    .datetime()
    .nullable()
    .describe('The deadline set by the offer; later replies are accepted as well. Null without a deadline.'),
});
export type OwnSession = z.infer<typeof ownSession>;

/** The reply to a session; the note is for its trainers. */
const replyInput = z.strictObject({ reply: z.enum(replies), note: line(140).default('') });

/** The days of an absence: at least one, at most `absenceDaysAtMost`, and in order. */
const days = z.strictObject({ personIds: z.array(id).min(1).max(12), from: localDate, to: localDate }).superRefine((value, check) => {
  if (value.to < value.from) check.addIssue({ code: 'custom', path: ['to'], message: 'Das Ende liegt vor dem Beginn.' });
  else if (daysBetween(value.from, value.to) >= absenceDaysAtMost)
    check.addIssue({ code: 'custom', path: ['to'], message: `Höchstens ${absenceDaysAtMost} Tage auf einmal.` });
});

/** An absence entered by a family. */
export const absenceInput = days.safeExtend({ reason: z.enum(absenceReasons).default('other'), note: line(140).default('') });

const ownAbsence = z.object({
  id,
  firstname: z.string(),
  from: localDate,
  to: localDate,
  reason: z.enum(absenceReasons),
  note: z.string(),
});
export type OwnAbsence = z.infer<typeof ownAbsence>;

const link = z.strictObject({ token: z.string().min(1).max(200) });

/** Replies of families to sessions: not coming, coming late, or absent for several days. */
export const repliesContract = {
  mine: endpoint(
    { access: 'sessionReplies.set', featureOf: 'record' },
    { method: 'GET', path: '/me/sessions', summary: 'Die Termine der eigenen Familie in den nächsten 14 Tagen' },
  ).output(z.array(ownSession)),
  set: endpoint(
    { access: 'sessionReplies.set' },
    {
      method: 'PUT',
      path: '/sessions/{id}/replies/{personId}',
      summary: 'Jemanden für einen Termin entschuldigen, oder doch zusagen',
      description: 'Possible until the end of the session; the later of two replies wins.',
      refuses: ['reply-closed'],
      example: { reply: 'no', note: 'krank' },
    },
  )
    .input(replyInput.extend({ id, personId: id }))
    .output(done),
  ofLink: endpoint(
    { access: 'participants.manageByToken' },
    { method: 'GET', path: '/registrations/{token}/sessions', summary: 'Die nächsten Termine einer Anmeldung, ohne Konto' },
  )
    .input(link)
    .output(z.array(ownSession)),
  setByLink: endpoint(
    { access: 'participants.manageByToken' },
    {
      method: 'PUT',
      path: '/registrations/{token}/sessions/{id}',
      summary: 'Für einen Termin entschuldigen, ohne Konto',
      refuses: ['reply-closed'],
      example: { reply: 'no', note: '' },
    },
  )
    .input(replyInput.extend({ ...link.shape, id }))
    .output(done),
  numberOfLink: endpoint(
    { access: 'participants.manageByToken' },
    {
      method: 'GET',
      path: '/registrations/{token}/emergency-number',
      summary: 'Ob für das Kind einer Anmeldung eine Notfallnummer fehlt, ohne Konto',
      description: 'True for a minor with a seat and no emergency number. The number itself is never returned.',
    },
  )
    .input(link)
    .output(z.object({ isMissing: z.boolean() })),
  setNumberByLink: endpoint(
    { access: 'participants.manageByToken' },
    {
      method: 'PUT',
      path: '/registrations/{token}/emergency-number',
      summary: 'Die fehlende Notfallnummer nachtragen, ohne Konto',
      description: 'Stores the number only if there is none; another one is not replaced.',
      refuses: ['wrong-state'],
      example: { phone: '0170 1234567' },
    },
  )
    .input(link.extend({ phone: callNumber }))
    .output(done),
  absences: endpoint(
    { access: 'absences.set', featureOf: 'record' },
    { method: 'GET', path: '/me/absences', summary: 'Die eingetragenen Abwesenheiten der eigenen Familie' },
  ).output(z.array(ownAbsence)),
  countAffected: endpoint(
    { access: 'absences.set', featureOf: 'record' },
    {
      method: 'POST',
      path: '/me/absences/affected',
      summary: 'Wie viele Termine eine Abwesenheit betrifft; schreibt nichts',
      example: { personIds: ['3f0c2a9e-54f4-4c38-8d0f-0a5f7b1f9b11'], from: '2026-11-23', to: '2026-11-27' },
    },
  )
    .input(days)
    .output(z.object({ sessions: z.int() })),
  addAbsence: endpoint(
    { access: 'absences.set', featureOf: 'record' },
    {
      method: 'POST',
      path: '/me/absences',
      summary: 'Für mehrere Tage entschuldigen, auch mehrere Personen',
      example: { personIds: ['3f0c2a9e-54f4-4c38-8d0f-0a5f7b1f9b11'], from: '2026-11-23', to: '2026-11-27', reason: 'ill', note: '' },
    },
  )
    .input(absenceInput)
    .output(z.object({ ids: z.array(id) })),
  removeAbsence: endpoint(
    { access: 'absences.set' },
    { method: 'DELETE', path: '/me/absences/{id}', summary: 'Eine Abwesenheit zurücknehmen' },
  )
    .input(z.strictObject({ id }))
    .output(done),
};

import { z } from 'zod';
import { endpoint } from '#shared/kernel/contract.ts';
import { clubName, id, instant, line, localDate, pageQuery, exportLook, exportFormat } from '#shared/kernel/fields.ts';
import { trainingDate } from '../attendance.ts';
import { listedEnrolment } from '../enrolmentShapes.ts';

/** The views of the sessions of all offers; `open` are sessions of the last 14 days whose attendance list is not closed, `days` all of some days. */
export const sessionViews = ['today', 'week', 'open', 'cancelled', 'days'] as const;
export type SessionView = (typeof sessionViews)[number];

/** The German names of the session views, short enough for tabs on a phone. */
export const sessionViewNames: { readonly [view in SessionView]: string } = {
  today: 'Heute',
  week: '7 Tage',
  open: 'Offen',
  cancelled: 'Fällt aus',
  days: 'Zeitraum',
};

/** The number of days that the view `days` shows unless both ends are given. */
export const daysShown = 28;

/** The number of past days for which open attendance lists are shown. */
export const openDays = 14;

/** The views of the enrolments of all offers: pending requests, offered places, and offers that expire within a day. */
export const enrolmentViews = ['pending', 'offered', 'ending'] as const;
export type EnrolmentView = (typeof enrolmentViews)[number];

/** The German names of the enrolment views, short enough for tabs on a phone. */
export const enrolmentViewNames: { readonly [view in EnrolmentView]: string } = {
  pending: 'Anfragen',
  offered: 'Angeboten',
  ending: 'Läuft bald ab',
};

/** The number of hours before its expiry at which an offer counts as ending. */
export const endingHours = 24;

/** An enrolment with its course or event. */
const openEnrolment = listedEnrolment.extend({
  offering: z.object({ kind: z.enum(['course', 'event']), id, title: z.string(), club: clubName }),
});
export type OpenEnrolment = z.infer<typeof openEnrolment>;

const paged = <Row extends z.ZodType>(row: Row) =>
  z.object({ rows: z.array(row), next: z.string().nullable(), total: z.int().describe('The number of rows that match the filter.') });

const sessionFilter = {
  club: clubName.optional(),
  view: z.enum(sessionViews).default('today'),
  mine: z.stringbool().default(false).describe('Only sessions led by the caller.'),
  from: localDate.optional().describe('The first day of the view `days`; by default 28 days before the last one, or today.'),
  to: localDate.optional().describe('The last day of the view `days`; by default 28 days after the first one.'),
  search: line(100).optional().describe('Matches a part of the title of the offer.'),
};
const format = exportFormat.default('csv');

/** The open tasks across all offers of a club: sessions, and enrolments that require an answer. */
export const overviewContract = {
  sessions: endpoint(
    { access: 'participations.mark' },
    { method: 'GET', path: '/sessions', summary: 'Kurstermine aller Angebote', description: 'In chronological order.' },
  )
    .input(z.strictObject({ ...sessionFilter, ...pageQuery }))
    .output(paged(trainingDate).extend({ readAt: instant })),
  exportSessions: endpoint(
    { access: 'participations.mark' },
    {
      method: 'GET',
      path: '/sessions/export',
      summary: 'Kurstermine als CSV oder XLSX',
      description: 'Contains numbers of participants, and no names except those of substitutes.',
      refuses: ['too-many-rows'],
    },
  )
    .input(z.strictObject({ ...sessionFilter, ...exportLook }))
    .output(z.file()),
  enrolments: endpoint(
    { access: 'participants.update' },
    {
      method: 'GET',
      path: '/participants/open',
      summary: 'Anmeldungen aller Angebote, die auf jemanden warten',
      description: 'Requests in the order of arrival, offered seats in the order of expiry.',
    },
  )
    .input(z.strictObject({ club: clubName.optional(), view: z.enum(enrolmentViews).default('pending'), ...pageQuery }))
    .output(paged(openEnrolment)),
  exportEnrolments: endpoint(
    { access: 'participants.export', fresh: true },
    {
      method: 'GET',
      path: '/participants/open/export',
      summary: 'Anmeldungen aller Angebote als CSV oder XLSX',
      refuses: ['too-many-rows'],
    },
  )
    .input(z.strictObject({ club: clubName.optional(), view: z.enum(enrolmentViews).default('pending'), format }))
    .output(z.file()),
};

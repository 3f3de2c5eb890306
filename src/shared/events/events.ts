import { z } from 'zod';
import type { LocalDate } from '#shared/kernel/calendar.ts';
import { done, endpoint } from '#shared/kernel/contract.ts';
import { eventKinds } from './eventKinds.ts';
import { offerPhase } from './offerPhase.ts';
import {
  clubName,
  id,
  instant,
  line,
  localDate,
  paragraphs,
  requiredLine,
  version,
  exportFormat,
  importOutcome,
} from '#shared/kernel/fields.ts';

/** The modes of enrolment: none, open, or with confirmation by staff. */
export const eventRegistrations = ['none', 'open', 'approval'] as const;
/** The German names of the modes of enrolment. */
export const eventRegistrationNames: { readonly [kind in (typeof eventRegistrations)[number]]: string } = {
  none: 'Ohne Anmeldung',
  open: 'Mit Anmeldung',
  approval: 'Mit Anmeldung, die der Verein bestätigt',
};

/** The states of an event; for the transitions see `nextEventStates`. */
export const eventStates = ['draft', 'published', 'held', 'cancelled', 'archived'] as const;
export type EventState = (typeof eventStates)[number];
/** The states in which an event is public. */
export const publicEvents: readonly EventState[] = ['published', 'held', 'cancelled'];
/** The German names of the states. */
export const eventStateNames: { readonly [state in EventState]: string } = {
  draft: 'Entwurf',
  published: 'Veröffentlicht',
  held: 'Hat stattgefunden',
  cancelled: 'Abgesagt',
  archived: 'Archiviert',
};

/** The allowed state transitions. */
export const nextEventStates: { readonly [state in EventState]: readonly EventState[] } = {
  draft: ['published'],
  published: ['held', 'cancelled'],
  held: ['archived'],
  cancelled: ['archived'],
  archived: [],
};

const fields = {
  title: requiredLine(120),
  kind: z.enum(eventKinds),
  startsAt: instant,
  endsAt: instant,
  isAllDay: z.boolean().default(false),
  place: line(160).default(''),
  facilityId: id.nullable().default(null),
  description: paragraphs(4000).default(''),
  contact: line(160).default('').describe('Public contact information.'),
  image: line(500).default('').describe('The path of a stored picture; empty for none.'),
  imageAlt: line(300).default(''),
  isMembersOnly: z.boolean().default(false).describe('Excludes the event from the public programme.'),
  registration: z.enum(eventRegistrations).default('none'),
  placesMax: z.int().min(1).max(100_000).nullable().default(null).describe('The number of seats; null for no limit.'),
  hasWaitlist: z.boolean().default(true),
  ageMin: z.int().min(0).max(120).nullable().default(null),
  ageMax: z.int().min(0).max(120).nullable().default(null),
  priceCents: z.int().min(0).max(1_000_000).default(0),
  opensAt: instant.nullable().default(null),
  closesAt: instant.nullable().default(null),
  cancelUntil: instant
    .nullable()
    .default(null)
    .describe('Until when people can cancel their own enrolment; null for the start of the event.'),
  isInPast: z.boolean().default(false).describe('Confirms that the event starts before today.'),
};

/** Cross-field rules, each reported at the field concerned. */
function checkEvent(event: z.output<z.ZodObject<typeof fields>>, context: z.RefinementCtx): void {
  const at = (text: string | null) => (text === null ? null : Date.parse(text));
  const refuse = (path: string, message: string) => context.addIssue({ code: 'custom', path: [path], message });
  const [starts, opens, closes, cancel] = [Date.parse(event.startsAt), at(event.opensAt), at(event.closesAt), at(event.cancelUntil)];
  if (Date.parse(event.endsAt) <= starts) refuse('endsAt', 'Das Ende muss nach dem Beginn liegen.');
  if (closes !== null && closes > Date.parse(event.endsAt)) refuse('closesAt', 'Der Anmeldeschluss muss vor dem Ende liegen.');
  if (opens !== null && opens >= (closes ?? starts)) refuse('opensAt', 'Die Anmeldung muss vor ihrem Schluss öffnen.');
  if (cancel !== null && cancel > Date.parse(event.endsAt)) refuse('cancelUntil', 'Die Frist zum Absagen muss vor dem Ende liegen.');
  if (event.ageMin !== null && event.ageMax !== null && event.ageMax < event.ageMin)
    refuse('ageMax', 'Das höchste Alter muss über dem niedrigsten liegen.');
  if (event.image !== '' && event.imageAlt === '') refuse('imageAlt', 'Jedes Bild braucht einen Alternativtext.');
}

/** An event, validated by form and server, with its cross-field rules. */
export const eventInput = z.strictObject(fields).superRefine(checkEvent);

/** The error message for an unconfirmed start in the past. */
export const pastBegin = 'Der Beginn liegt in der Vergangenheit. Bitte bestätigen Sie das.';

/** Whether a start must be confirmed: its day is before today and differs from the stored one, `before`. */
export function asksForPast(day: LocalDate, before: LocalDate | undefined, today: LocalDate): boolean {
  return day < today && day !== before;
}

const eventView = z.object({
  id,
  club: clubName,
  title: z.string(),
  kind: z.enum(eventKinds),
  startsAt: z.iso.datetime(),
  endsAt: z.iso.datetime(),
  isAllDay: z.boolean(),
  place: z.string(),
  facilityId: id.nullable(),
  description: z.string(),
  contact: z.string(),
  image: z.string(),
  imageAlt: z.string(),
  state: z.enum(eventStates),
  isMembersOnly: z.boolean(),
  registration: z.enum(eventRegistrations),
  placesMax: z.int().nullable(),
  hasWaitlist: z.boolean(),
  ageMin: z.int().nullable(),
  ageMax: z.int().nullable(),
  priceCents: z.int(),
  opensAt: z.iso.datetime().nullable(),
  closesAt: z.iso.datetime().nullable(),
  cancelUntil: z.iso.datetime().nullable(),
  /** The phase of enrolment; null if the event has none. */
  phase: offerPhase.nullable(),
  version,
});
export type EventView = z.infer<typeof eventView>;

const eventDetails = eventView.extend({
  waysToPay: z.string().describe('How an order can be paid, as a German sentence; empty if the event is free or without enrolment.'),
});
/** An event with what its page says before an order. */
export type EventDetails = z.infer<typeof eventDetails>;

const importResult = z.object({
  line: z.int(),
  title: z.string(),
  startsAt: z.string().nullable(),
  result: importOutcome,
  message: z.string(),
});

const example = {
  title: 'Sommerfest',
  kind: 'festival',
  startsAt: '2027-06-19T12:00:00Z',
  endsAt: '2027-06-19T20:00:00Z',
  place: 'Sportplatz',
};

/** Events of the clubs (/events, /admin/events). GSV's programme lists those of all clubs. */
export const eventsContract = {
  list: endpoint(
    { access: 'events.list' },
    {
      method: 'GET',
      path: '/events',
      summary: 'Termine',
      description:
        'Published events of the club of the host; on GSV those of all clubs. Staff who plan events also get the drafts of their club.',
    },
  )
    .input(z.strictObject({ from: localDate, to: localDate, kind: z.enum(eventKinds).optional(), club: clubName.optional() }))
    .output(z.array(eventView)),
  export: endpoint(
    { access: 'events.update' },
    {
      method: 'GET',
      path: '/events/export',
      summary: 'Termine des Vereins als CSV oder XLSX',
      description: 'Upcoming events, drafts, or those of the last 400 days with the latest first.',
      refuses: ['too-many-rows'],
    },
  )
    .input(
      z.strictObject({
        club: clubName.optional(),
        show: z.enum(['coming', 'draft', 'past']).default('coming'),
        format: exportFormat.default('csv'),
      }),
    )
    .output(z.file()),
  read: endpoint({ access: 'events.read' }, { method: 'GET', path: '/events/{id}', summary: 'Ein Termin' })
    .input(z.strictObject({ id }))
    .output(eventDetails),
  create: endpoint(
    { access: 'events.create' },
    { method: 'POST', path: '/events', summary: 'Termin anlegen', refuses: ['in-progress', 'key-reused'], example },
  )
    .input(eventInput)
    .output(eventView),
  update: endpoint(
    { access: 'events.update' },
    {
      method: 'PUT',
      path: '/events/{id}',
      summary: 'Termin ändern',
      refuses: ['conflict', 'not-ready'],
      example: { ...example, version: 1 },
    },
  )
    .input(z.strictObject({ ...fields, id, version }).superRefine(checkEvent))
    .output(eventView),
  setState: endpoint(
    { access: 'events.update' },
    {
      method: 'PUT',
      path: '/events/{id}/state',
      summary: 'Termin veröffentlichen, absagen oder abschließen',
      refuses: ['conflict'],
      example: { state: 'published', version: 1 },
    },
  )
    .input(z.strictObject({ id, state: z.enum(eventStates), version }))
    .output(eventView),
  delete: endpoint(
    { access: 'events.delete' },
    { method: 'DELETE', path: '/events/{id}', summary: 'Termin löschen', refuses: ['has-participants'] },
  )
    .input(z.strictObject({ id }))
    .output(done),
  import: endpoint(
    { access: 'events.create' },
    {
      method: 'POST',
      path: '/events/import',
      summary: 'Termine aus .ics oder CSV übernehmen',
      description: 'A dry run writes nothing. The response has a result per entry; entries that were imported before are left unchanged.',
      example: { format: 'csv', text: 'Titel;Datum;Von;Bis;Ort\nHeimspiel;20.06.2027;15:00;17:00;Stadion', isDryRun: true },
    },
  )
    .input(z.strictObject({ format: z.enum(['ics', 'csv']), text: z.string().min(1).max(800_000), isDryRun: z.boolean() }))
    .output(z.object({ rows: z.array(importResult), created: z.int() })),
};

/** An event on the start page. */
export type NextDate = Pick<EventView, 'id' | 'club' | 'title' | 'startsAt' | 'endsAt' | 'isAllDay' | 'place' | 'state'>;

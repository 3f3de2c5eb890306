import { z } from 'zod';
import type { Target } from '#shared/kernel/rights.ts';
import type { ClubName } from '#shared/kernel/clubs.ts';
import { done, endpoint } from '#shared/kernel/contract.ts';
import { clubName, id, line, localDate, localTime, paragraphs, requiredLine, version } from '#shared/kernel/fields.ts';

/** The kinds of facilities. */
export const facilityKinds = ['hall', 'room', 'pitch', 'court', 'pool', 'clubhouse', 'other'] as const;
export type FacilityKind = (typeof facilityKinds)[number];
/** The German names of the kinds of facilities. */
export const facilityKindNames: { readonly [kind in FacilityKind]: string } = {
  hall: 'Halle',
  room: 'Raum',
  pitch: 'Sportplatz',
  court: 'Spielfeld',
  pool: 'Schwimmbad',
  clubhouse: 'Vereinsheim',
  other: 'Sonstiges',
};

/** The kinds of facilities that can replace one, best first: a training does not move from a hall to a swimming pool. */
export const kindsInstead: { readonly [kind in FacilityKind]: readonly FacilityKind[] } = {
  hall: ['hall', 'room'],
  room: ['room', 'hall', 'clubhouse'],
  pitch: ['pitch'],
  court: ['court'],
  pool: ['pool'],
  clubhouse: ['clubhouse', 'room'],
  other: ['other'],
};

/** The kinds of owners of a facility. */
export const ownerKinds = ['municipality', 'club', 'third'] as const;
/** The German names of the kinds of owners. */
export const ownerKindNames: { readonly [kind in (typeof ownerKinds)[number]]: string } = {
  municipality: 'Stadt oder Gemeinde',
  club: 'Verein',
  third: 'Andere',
};

/** The details of a booking that the public plan shows. */
export const publicDetails = ['busy', 'club', 'title'] as const;
/** The German names of these levels of detail. */
export const publicDetailNames: { readonly [detail in (typeof publicDetails)[number]]: string } = {
  busy: 'Nur „belegt“',
  club: 'Den Verein',
  title: 'Verein und Titel',
};

/** The allowed grids of booking times in minutes; each divides an hour. */
export const gridMinutes = [5, 10, 15, 20, 30, 60] as const;

const count = z.int().min(0).max(100_000);
const unitInput = z.strictObject({ id: id.optional(), label: requiredLine(60), retiredOn: localDate.nullable().default(null) });
const opening = z
  .strictObject({
    weekday: z.int().min(1).max(7),
    opens: localTime,
    closes: localTime,
    validFrom: localDate.nullable().default(null),
    validTo: localDate.nullable().default(null),
  })
  .refine(({ opens, closes }) => closes > opens, { path: ['closes'], message: 'Das Ende muss nach dem Beginn liegen.' })
  .refine(({ validFrom, validTo }) => !validFrom || !validTo || validTo >= validFrom, {
    path: ['validTo'],
    message: 'Der letzte Tag darf nicht vor dem ersten liegen.',
  });

const publicFields = {
  name: requiredLine(120),
  kind: z.enum(facilityKinds),
  ownerKind: z.enum(ownerKinds),
  ownerClub: clubName.nullable(),
  ownerName: line(120),
  managerClub: clubName,
  street: line(120),
  postcode: z.union([z.literal(''), z.string().regex(/^\d{5}$/, 'Bitte fünf Ziffern.')]),
  city: line(80),
  latitude: z.number().min(-90).max(90).nullable(),
  longitude: z.number().min(-180).max(180).nullable(),
  surface: line(80),
  capacityPersons: z.int().min(1).max(100_000).nullable(),
  equipment: z.array(requiredLine(40)).max(30),
  isAccessible: z.boolean(),
  description: paragraphs(4000),
  image: line(500),
  imageAlt: line(300),
  rulesFile: line(500),
  gridMinutes: z.int().refine((minutes) => gridMinutes.some((one) => one === minutes), 'Bitte 5, 10, 15, 20, 30 oder 60 Minuten.'),
  bufferMinutes: z.int().min(0).max(120),
  minMinutes: z.int().min(5).max(1440),
  maxMinutes: z.int().min(5).max(1440),
  leadDays: z.int().min(0).max(365),
  maxAdvanceDays: z.int().min(1).max(1200),
  minParticipants: count.nullable(),
  needsApproval: z.boolean(),
  closedInSchoolHolidays: z.boolean(),
  closedOnPublicHolidays: z.boolean(),
  publicDetail: z.enum(publicDetails),
  isActive: z.boolean(),
};

/** Visible to staff of the facility only: keys and contacts. */
const staffFields = { caretakerName: line(120), caretakerPhone: line(40), keyNote: paragraphs(500) };

const facility = z.object({
  id,
  slug: z.string(),
  ...publicFields,
  units: z.array(z.object({ id, label: z.string(), retiredOn: z.string().nullable() })),
  openings: z.array(
    z.object({
      weekday: z.int(),
      opens: z.string(),
      closes: z.string(),
      validFrom: z.string().nullable(),
      validTo: z.string().nullable(),
    }),
  ),
  staff: z.object(staffFields).nullable().describe('Keys and contacts; null without the permission to see them.'),
  openDefects: z.int(),
  version,
});
export type Facility = z.infer<typeof facility>;

const facilityInput = z.strictObject({
  slug: z
    .string()
    .max(80)
    .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'Bitte nur Kleinbuchstaben, Ziffern und Bindestriche.'),
  ...publicFields,
  ...staffFields,
  units: z.array(unitInput).min(1, 'Bitte mindestens einen Teil.').max(24),
  openings: z.array(opening).max(60),
});
export type FacilityInput = z.infer<typeof facilityInput>;

const rules: (input: FacilityInput, context: z.RefinementCtx) => void = (input, context) => {
  const refuse = (path: string, message: string) => context.addIssue({ code: 'custom', path: [path], message, input });
  if (input.maxMinutes < input.minMinutes) refuse('maxMinutes', 'Die längste Zeit muss mindestens so lang wie die kürzeste sein.');
  if (input.ownerKind === 'club' && !input.ownerClub) refuse('ownerClub', 'Bitte den Verein wählen, dem die Sportstätte gehört.');
  if (input.image !== '' && input.imageAlt === '') refuse('imageAlt', 'Jedes Bild braucht einen Alternativtext.');
  if (input.units.length !== new Set(input.units.map(({ label }) => label.toLowerCase())).size)
    refuse('units', 'Jeder Teil braucht einen eigenen Namen.');
};

/** A facility with its cross-field rules, validated by form and server. */
export const checkedFacility = facilityInput.superRefine(rules);

/** The permission target of a facility for a user of `club`: own, municipal, or another club's. */
export function facilityTarget(club: ClubName, { managerClub, ownerKind }: Pick<Facility, 'managerClub' | 'ownerKind'>): Target {
  if (managerClub === club) return 'club';
  return ownerKind === 'municipality' ? 'municipal' : 'other';
}

const one = z.strictObject({ id });

/** A valid facility, for documentation and tests. */
export const exampleFacility: FacilityInput = {
  name: 'Turnhalle am Bach',
  slug: 'turnhalle-am-bach',
  kind: 'hall',
  ownerKind: 'club',
  ownerClub: 'RWA',
  ownerName: '',
  managerClub: 'RWA',
  street: 'Am Bach 1',
  postcode: '59999',
  city: 'Auenfeld',
  latitude: null,
  longitude: null,
  surface: 'Sportboden',
  capacityPersons: 120,
  equipment: ['Handballtore'],
  isAccessible: true,
  description: '',
  image: '',
  imageAlt: '',
  rulesFile: '',
  gridMinutes: 15,
  bufferMinutes: 0,
  minMinutes: 30,
  maxMinutes: 720,
  leadDays: 0,
  maxAdvanceDays: 400,
  minParticipants: null,
  needsApproval: false,
  closedInSchoolHolidays: false,
  closedOnPublicHolidays: false,
  publicDetail: 'club',
  isActive: true,
  caretakerName: '',
  caretakerPhone: '',
  keyNote: '',
  units: [
    { label: 'Teil 1', retiredOn: null },
    { label: 'Teil 2', retiredOn: null },
  ],
  openings: [{ weekday: 1, opens: '08:00', closes: '22:00', validFrom: null, validTo: null }],
};

/** Facilities (/admin/facilities). */
export const facilitiesContract = {
  list: endpoint({ access: 'facilities.list' }, { method: 'GET', path: '/facilities', summary: 'Sportstätten auflisten' })
    .input(z.strictObject({ search: line(100).optional(), manager: clubName.optional() }))
    .output(z.array(facility)),
  read: endpoint({ access: 'facilities.read' }, { method: 'GET', path: '/facilities/{id}', summary: 'Eine Sportstätte lesen' })
    .input(one)
    .output(facility),
  create: endpoint(
    { access: 'facilities.create' },
    {
      method: 'POST',
      path: '/facilities',
      summary: 'Sportstätte anlegen',
      refuses: ['in-progress', 'key-reused'],
      example: exampleFacility,
    },
  )
    .input(checkedFacility)
    .output(facility),
  update: endpoint(
    { access: 'facilities.update' },
    {
      method: 'PUT',
      path: '/facilities/{id}',
      summary: 'Sportstätte ändern',
      description:
        'Omitted parts are deleted if they have no future bookings; otherwise the request fails with `has-bookings`, and the part must be retired with a date.',
      refuses: ['conflict', 'has-bookings'],
      example: { ...exampleFacility, version: 1 },
    },
  )
    .input(facilityInput.extend({ id, version }).superRefine(rules))
    .output(facility.extend({ outside: z.int().describe('The number of future bookings that now lie outside the opening hours.') })),
  delete: endpoint(
    { access: 'facilities.delete' },
    { method: 'DELETE', path: '/facilities/{id}', summary: 'Sportstätte löschen', refuses: ['has-bookings'] },
  )
    .input(one)
    .output(done),
};

/** The chosen parts of a hall in its own order, "Teil 1 und Teil 2"; empty for the whole hall. */
export function partsInWords(units: readonly { id: string; label: string }[], chosen: readonly string[]): string {
  const parts = units.filter(({ id }) => chosen.includes(id));
  return parts.length === units.length ? '' : new Intl.ListFormat('de-DE').format(parts.map(({ label }) => label));
}

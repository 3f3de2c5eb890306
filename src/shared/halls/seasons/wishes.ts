import { z } from 'zod';
import { minutesOf } from '#shared/kernel/calendar.ts';
import { clubName, exportLook, id, line, localTime, paragraphs, requiredLine, version, importOutcome } from '#shared/kernel/fields.ts';
import { endpoint } from '#shared/kernel/contract.ts';
import { ageGroups, bookingKinds } from '../bookingStates.ts';
import { wishSets, wishStates } from './seasonStates.ts';

/** The maximum number of wishes of an organisation. */
export const wishesAtMost = 80;

/** The possible purposes of a wish; courses book their hours themselves. */
export const wishKinds = bookingKinds.filter((kind) => kind !== 'course' && kind !== 'maintenance');

const option = z.strictObject({
  facilityId: id.nullable().default(null).describe('Null for any suitable hall.'),
  weekday: z.int().min(1).max(7),
  fromTime: localTime,
  toTime: localTime,
});

const fields = {
  groupName: requiredLine(80),
  sport: line(60).default(''),
  departmentId: id.nullable().default(null).describe('The department of the club; null for organisations without an account.'),
  kind: z.enum(bookingKinds).default('training'),
  ageGroup: z.enum(ageGroups),
  participants: z.int().min(1).max(500),
  parts: z.int().min(1).max(24).default(1),
  minutes: z.int().min(30).max(360).multipleOf(30, 'Bitte volle halbe Stunden.').default(90),
  timesPerWeek: z.int().min(1).max(5).default(1),
  intervalWeeks: z.int().min(1).max(2).default(1),
  contactName: line(120).default(''),
  contactPhone: line(40).default(''),
  note: paragraphs(500).default(''),
  options: z.array(option).min(1, 'Bitte mindestens eine Zeit.').max(6),
};
/** The fields as an extensible shape; combine with `checkWish`. */
export const wishShape = z.strictObject(fields);

type WishOption = z.output<typeof option>;

/** Whether an earlier option already covers this one. */
function isWithin(one: WishOption, earlier: WishOption): boolean {
  return (
    one.weekday === earlier.weekday &&
    (earlier.facilityId === null || one.facilityId === earlier.facilityId) &&
    earlier.fromTime <= one.fromTime &&
    one.toTime <= earlier.toTime
  );
}

/** Checks that a wish names its sport, that each option is long enough for it, and that none repeats an earlier one. */
export const checkWish = (
  { sport, minutes, options }: { sport: string; minutes: number; options: readonly WishOption[] },
  context: z.RefinementCtx,
): void => {
  // Copied wishes have none until their club changes them.
  if (sport === '') context.addIssue({ code: 'custom', path: ['sport'], message: 'Bitte die Sportart nennen.' });
  for (const [at, { fromTime, toTime }] of options.entries()) {
    const refuse = (path: string, message: string) => context.addIssue({ code: 'custom', path: ['options', at, path], message });
    if (minutesOf(toTime) - minutesOf(fromTime) < minutes)
      refuse('toTime', `Zwischen ${fromTime} und ${toTime} Uhr passen keine ${minutes} Minuten.`);
    const twin = options.slice(0, at).findIndex((earlier) => options[at] && isWithin(options[at], earlier));
    if (twin >= 0) refuse('weekday', `Wunschzeit ${at + 1} liegt schon in Wunschzeit ${twin + 1}.`);
  }
};

/** A wish of a group. */
export const wishInput = wishShape.superRefine(checkWish);
export type WishInput = z.output<typeof wishInput>;

/** A wish, for its organisation or the manager. */
export const wishView = wishShape.extend({
  id,
  seasonId: id,
  organisationId: id,
  organisation: z.string(),
  club: clubName.nullable(),
  department: z.string().describe('The name of the department; empty without one.'),
  fixedClass: z.int().nullable().describe('The priority class of all wishes of its organisation; null where kind and age group decide.'),
  orderNo: z.int(),
  state: z.enum(wishStates),
  isKept: z.boolean().describe('Whether the wish was copied from a time of last year.'),
  hint: z.string().describe('A note about last year’s use.'),
  may: z.array(z.enum(['change', 'submit', 'confirm', 'withdraw', 'restore', 'order'])),
  version,
});
export type Wish = z.infer<typeof wishView>;

/** The views of the list: all wishes, those that wait for their organisation, or those taken back. */
export const wishStands = ['all', 'waiting', 'withdrawn'] as const;

type WishFilter = { stand: (typeof wishStands)[number]; department?: string | undefined };

/** Whether the list with these filters shows a wish; its file has the same rows. */
export function isListed({ state, departmentId }: Pick<Wish, 'state' | 'departmentId'>, { stand, department }: WishFilter): boolean {
  const isOfStand = stand === 'all' || (stand === 'waiting' ? wishSets.waiting.includes(state) : state === 'withdrawn');
  return isOfStand && (department === undefined || department === departmentId);
}

/** The maximum number of lines of an import. */
export const wishLinesAtMost = 500;

const wishLine = z.object({ line: z.int(), groupName: z.string(), result: importOutcome, message: z.string() });
/** A line of an import with its result. */
export type WishLine = z.infer<typeof wishLine>;

/** The batch actions on wishes. */
export const wishActions = ['submit', 'confirm', 'withdraw', 'restore'] as const;

const example = {
  groupName: 'Handball-Minis',
  sport: 'Handball',
  ageGroup: 'children',
  participants: 18,
  options: [{ facilityId: null, weekday: 2, fromTime: '16:00', toTime: '18:00' }],
};

/** Wishes for a season: clubs manage their own, the manager those of organisations without an account. */
export const wishesContract = {
  list: endpoint({ access: 'wishes.list' }, { method: 'GET', path: '/seasons/{id}/wishes', summary: 'Wünsche einer Saison' })
    .input(z.strictObject({ id }))
    .output(z.array(wishView)),
  create: endpoint(
    { access: 'wishes.update' },
    {
      method: 'POST',
      path: '/seasons/{id}/wishes',
      summary: 'Wunsch eintragen',
      refuses: ['wrong-state', 'in-progress', 'key-reused'],
      example,
    },
  )
    .input(
      wishShape
        .extend({ id, organisationId: id.optional().describe('For the manager: the organisation of the wish.') })
        .superRefine(checkWish),
    )
    .output(wishView),
  export: endpoint(
    { access: 'wishes.list', fresh: true },
    {
      method: 'GET',
      path: '/seasons/{id}/wishes/export',
      summary: 'Wünsche einer Saison als CSV oder XLSX',
      description: 'Without a choice of columns the file has all that the import reads.',
    },
  )
    .input(z.strictObject({ id, stand: z.enum(wishStands).default('all'), department: id.optional(), ...exportLook }))
    .output(z.file()),
  import: endpoint(
    { access: 'wishes.update', answerMs: 20_000 },
    {
      method: 'POST',
      path: '/seasons/{id}/wishes/import',
      summary: 'Wünsche aus einer Tabelle übernehmen',
      description:
        'One wish per line, under a heading with the names of the columns. A dry run writes nothing; invalid lines are skipped. The manager names the organisation in a column.',
      refuses: ['wrong-state', 'in-progress', 'key-reused'],
      example: { text: 'Gruppe;Altersgruppe;Personen;Wunschzeit 1\nMinis;Kinder;18;Di 16:00-18:00', isDryRun: true },
    },
  )
    .input(z.strictObject({ id, text: z.string().max(200_000), isDryRun: z.boolean() }))
    .output(z.object({ rows: z.array(wishLine) })),
  update: endpoint(
    { access: 'wishes.update' },
    { method: 'PUT', path: '/wishes/{id}', summary: 'Wunsch ändern', refuses: ['wrong-state'], example: { ...example, version: 1 } },
  )
    .input(wishShape.extend({ id, version }).superRefine(checkWish))
    .output(wishView),
  order: endpoint(
    { access: 'wishes.submit' },
    {
      method: 'POST',
      path: '/seasons/{id}/wishes/order',
      summary: 'Wünsche ordnen',
      description: 'All wishes of one organisation, highest priority first.',
      refuses: ['wrong-state'],
      example: { organisationId: '3f0c2a9e-54f4-4c38-8d0f-0a5f7b1f9b11', wishIds: ['3f0c2a9e-54f4-4c38-8d0f-0a5f7b1f9b12'] },
    },
  )
    .input(z.strictObject({ id, organisationId: id, wishIds: z.array(id).min(1).max(wishesAtMost) }))
    .output(z.object({ changed: z.int() })),
  act: endpoint(
    { access: 'wishes.submit' },
    {
      method: 'POST',
      path: '/seasons/{id}/wishes/actions',
      summary: 'Wünsche absenden, bestätigen, zurückgeben',
      refuses: ['wrong-state', 'in-progress', 'key-reused'],
      example: { action: 'submit', wishIds: ['3f0c2a9e-54f4-4c38-8d0f-0a5f7b1f9b12'] },
    },
  )
    .input(z.strictObject({ id, action: z.enum(wishActions), wishIds: z.array(id).min(1).max(1000) }))
    .output(z.object({ changed: z.int() })),
};

import { and, asc, eq, inArray, isNull, ne } from 'drizzle-orm';
import { courseSets } from '#shared/courses/courseStates.ts';
import { signUpKinds } from '#shared/courses/courseWords.ts';
import { slotInWords } from '#shared/courses/courseText.ts';
import { enrolmentSets } from '#shared/courses/enrolmentStates.ts';
import type { MoveChoice } from '#shared/courses/moves/moves.ts';
import { addDays, germanDate } from '#shared/kernel/calendar.ts';
import { fullName } from '#shared/kernel/fullName.ts';
import { person } from '#server/people/persons/table.ts';
import type { Context } from '#server/platform/http/context.ts';
import { oneByOne, type Transaction } from '#server/platform/database/database.ts';
import { requireFeature } from '#server/platform/http/features.ts';
import { Problem } from '#server/platform/http/problem.ts';
import { today } from '#server/platform/process/clock.ts';
import type { CourseRow, EnrolmentRow } from '../enrolments/counting.ts';
import { stateForNew } from '../enrolments/enrol.ts';
import { enrolmentOf } from '../enrolments/guestApi.ts';
import { factsOf, judge, standingOf, type Judgement } from '../enrolments/judge.ts';
import { seatsOf } from '../enrolments/seats.ts';
import { readEnrolment } from '../enrolments/staffWrite.ts';
import { enrolment } from '../enrolments/table.ts';
import { course } from '../offers/table.ts';
import { currentSlots, toSlot } from '../planning/dates.ts';
import { mayMove } from './around.ts';
import { inLineOfBoth, withBoth } from './between.ts';
import { changeGroup, planChange, startFrom } from './change.ts';
import { said } from './said.ts';

const choicesAtMost = 30;

/** The groups that the person of an enrolment may change to, with the consequences. */
export function moveChoices(context: Context, token: string): Promise<MoveChoice[]> {
  return context.read(async (tx) => {
    const { row, from } = await ownGroup(context, tx, token);
    if (!mayMove(row, from)) return [];
    const [one] = await tx.select().from(person).where(eq(person.id, row.personId));
    if (!one) return [];
    const all = await oneByOne(await groupsBeside(tx, from, row.personId), async (to) => {
      const facts = await factsOf(tx, to, await seatsOf(tx, { courseId: to.id }));
      const [judged] = judge(to, facts, { people: [one], ...(await standingOf(tx, to, [one])) });
      return judged && isOpenTo(judged, facts.prices.length > 0) ? choiceOf(tx, { row, from, to, judged }) : [];
    });
    return all.flat();
  });
}

/** Changes the group at the family's request, if the terms still equal the shown ones. */
export async function moveOwn(context: Context, { token, courseId, quote }: { token: string; courseId: string; quote: string }) {
  const { row: known, club } = await context.read((tx) => ownGroup(context, tx, token));
  const ids = [known.courseId ?? '', courseId] as const;
  if (ids[0] === courseId) throw new Problem('move-not-possible');
  const actor = { userId: context.viewer?.userId, name: context.viewer?.name ?? 'Über den Link in der Mail' };
  return inLineOfBoth(ids, () =>
    context.write((write) =>
      withBoth({ write, settings: context.settings, actor }, ids, refuseForeign(club), async (both) => {
        const row = await readEnrolment(write.tx, known.id);
        const { source, target } = both;
        if (!mayMove(row, source.course)) throw new Problem('move-not-possible');
        const isBeside = await groupsBeside(write.tx, source.course, row.personId);
        if (!isBeside.some(({ id }) => id === courseId)) throw new Problem('move-not-possible');
        const change = await planChange(both, row, addDays(today(), 1));
        if (!isOpenTo(change.judged, true)) throw new Problem('move-not-possible');
        const isFull = change.judged.phase.action === 'waitlist';
        const state = await stateForNew(target, 1);
        const isShown = quoteOf(wordsOf(change.words, source.course, isFull)) === quote && (state === 'waitlisted') === isFull;
        if (!isShown) throw new Problem('quote-changed');
        const next = await changeGroup(both, row, change, { state, channel: 'web' });
        write.audit(
          'participants.manageByToken',
          { club, id: next.id, entity: 'participations', by: actor },
          `${fullName(change.one)} wechselt: ${source.course.title} → ${target.course.title}`,
          { after: { state, shown: quote } },
        );
        return { id: next.id, state: next.state };
      }),
    ),
  );
}

async function ownGroup(context: Context, tx: Transaction, token: string) {
  const { id, club } = await enrolmentOf(context, tx, token);
  await requireFeature(context, 'participants.manageByToken', club);
  const row = await readEnrolment(tx, id);
  const [from] = row.courseId ? await tx.select().from(course).where(eq(course.id, row.courseId)) : [];
  if (!from) throw new Problem('not-found');
  return { row, from, club };
}

function refuseForeign(club: CourseRow['club']) {
  return (row: CourseRow) => {
    if (row.club !== club) throw new Problem('not-found');
  };
}

/** The other open groups of the same department, without internal ones, that the person is not in yet. */
async function groupsBeside(tx: Transaction, { id, club, departmentId }: CourseRow, personId: string): Promise<CourseRow[]> {
  const isIn = tx
    .select({ id: enrolment.courseId })
    .from(enrolment)
    .where(and(eq(enrolment.personId, personId), inArray(enrolment.state, enrolmentSets.active)));
  const rows = await tx
    .select()
    .from(course)
    .where(
      and(
        eq(course.club, club),
        eq(course.kind, 'permanent'),
        departmentId === null ? isNull(course.departmentId) : eq(course.departmentId, departmentId),
        inArray(course.status, courseSets.open),
        inArray(course.registration, signUpKinds),
        ne(course.visibility, 'internal'),
        ne(course.id, id),
      ),
    )
    .orderBy(asc(course.title), asc(course.id))
    .limit(choicesAtMost);
  const taken = new Set((await isIn).map((one) => one.id));
  return rows.filter((one) => !taken.has(one.id));
}

function isOpenTo({ reasons, phase, price }: Judgement, hasPrices: boolean): boolean {
  return reasons.length === 0 && ['register', 'waitlist'].includes(phase.action) && (price !== undefined || !hasPrices);
}

type Chosen = { row: EnrolmentRow; from: CourseRow; to: CourseRow; judged: Judgement };

async function choiceOf(tx: Transaction, { row, from, to, judged }: Chosen): Promise<MoveChoice> {
  const { startsOn } = await startFrom(tx, to, addDays(today(), 1));
  const isFull = judged.phase.action === 'waitlist';
  const words = wordsOf(said(from, to, row, judged.price, startsOn).words, from, isFull);
  const slots = (await currentSlots(tx, to.id)).map(toSlot);
  return {
    courseId: to.id,
    slug: to.slug,
    title: to.title,
    when: slots.map((slot) => slotInWords(slot)).join(', '),
    startsOn: isFull ? null : germanDate(startsOn),
    isFull,
    costs: (judged.price?.fullCents ?? 0) > 0,
    words,
    quote: quoteOf(words),
  };
}

/** The sentences above the button; for a full group those that apply while waiting. */
function wordsOf(words: readonly string[], { title }: CourseRow, isFull: boolean): string[] {
  if (!isFull) return [...words];
  const costs = words.filter((sentence) => sentence.includes(' kostet ') && !sentence.startsWith(`„${title}“`));
  return [
    `Zurzeit ist kein Platz frei: Sie kommen auf die Warteliste und behalten bis dahin den Platz bei „${title}“.`,
    ...costs.map((sentence) => sentence.replace(/ ab \S+/, ' ab dem Wechsel')),
    'Wird ein Platz frei, bieten wir ihn an; erst wenn Sie ihn annehmen, endet der alte.',
  ];
}

function quoteOf(words: readonly string[]): string {
  return words.join(' ');
}

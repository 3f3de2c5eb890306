import { and, desc, eq, inArray, or } from 'drizzle-orm';
import { may } from '#shared/kernel/rights.ts';
import { enrolmentsContract } from '#shared/courses/enrolments.ts';
import { allow, signedIn, targetOf, type Context } from '#server/platform/http/context.ts';
import { enterScope, type Transaction } from '#server/platform/database/database.ts';
import { outboxMail } from '#server/platform/database/tables.ts';
import { Problem } from '#server/platform/http/problem.ts';
import { implementing } from '#server/platform/http/serving.ts';
import type { KeptCourses } from '../offers/keptCourses.ts';
import { leadsOffer, readCourse, trainsOffer } from '../offers/service.ts';
import type { CourseMoney } from '../planning/courseMoney.ts';
import type { CourseRow } from './counting.ts';
import { exportFile, recordsNamed } from './export.ts';
import { adopt } from '../adoption/adopt.ts';
import { accountKeyOf, mailAccountLink, openAccount } from '../adoption/account.ts';
import type { ProvedAccounts } from '#server/accounts/proved/service.ts';
import { answerByToken, readByToken } from '../orders/answers.ts';
import { candidatesFor } from '../orders/candidates.ts';
import { registerGuest } from './guestApi.ts';
import { participantList } from './list.ts';
import { myEnrolments } from './own.ts';
import { register } from './ownApi.ts';
import type { OrderPorts } from '../orders/ports.ts';
import { moveByStaff } from '../moves/staff.ts';
import { add, addWalkIn, cancelByStaff, decide, healthNote, note, reorder, replace } from './staffApi.ts';
import { setPrice } from './staffPrice.ts';
import type { ExportFormat } from '#shared/kernel/fields.ts';

const os = implementing(enrolmentsContract);

/** Endpoints of enrolments: by people themselves, by link, and by staff. */
export const enrolmentsApi = (
  money: Pick<CourseMoney, 'isCharged' | 'paymentsOf'>,
  ports: OrderPorts,
  courses: KeptCourses,
  accounts: ProvedAccounts,
) =>
  os.router({
    candidates: os.candidates.handler(({ context, input }) => candidatesFor(context, courses, input.id, ports)),
    register: os.register.handler(({ context, input }) => register(context, input.id, input, ports)),
    registerGuest: os.registerGuest.handler(({ context, input }) => registerGuest(context, input.id, input)),
    adopt: os.adopt.handler(({ context }) => adopt(context)),
    mine: os.mine.handler(({ context }) => {
      const { viewer } = context;
      return viewer ? context.read((tx) => myEnrolments(tx, viewer.userId, ports)) : [];
    }),
    notices: os.notices.handler(({ context }) => {
      const { viewer } = context;
      if (!viewer) return [];
      return context.read(async (tx) => {
        const own = await myEnrolments(tx, viewer.userId, ports);
        return mailsTo(
          tx,
          viewer.email,
          own.map(({ id }) => id),
        );
      });
    }),
    byToken: os.byToken.handler(({ context, input }) => readByToken(context, input.token, ports)),
    answer: os.answer.handler(async ({ context, input }) => {
      const { own, hasProved } = await answerByToken(context, input, ports);
      // Only for the request that proved the address: a later use of the link may be by a person to whom it was forwarded.
      return { ...own, accountKey: hasProved ? await accountKeyOf(context, input.token, accounts) : null };
    }),
    openAccount: os.openAccount.handler(({ context, input }) => openAccount(context, input, accounts)),
    mailAccountLink: os.mailAccountLink.handler(({ context, input }) => mailAccountLink(context, input.token, accounts)),

    list: os.list.handler(({ context, input }) =>
      context.read(async (tx) => {
        const row = await readCourse(tx, input.id);
        const extent = allow(context, 'participants.list', targetOf(context, row.club));
        const payments = (await seesPayments(context, tx, row)) ? await money.paymentsOf(tx, row.id) : null;
        return { ...(await participantList(tx, row, extent)), mayMail: await mayMail(context, tx, row), payments };
      }),
    ),
    add: os.add.handler(({ context, input }) => add(context, { courseId: input.id }, input)),
    addWalkIn: os.addWalkIn.handler(({ context, input }) => addWalkIn(context, input.sessionId, input.person, input.id)),
    decide: os.decide.handler(({ context, input }) => decide(context, input.id, input.action, input.reason)),
    reorder: os.reorder.handler(({ context, input }) => reorder(context, input.id, input.position, input.reason)),
    replace: os.replace.handler(({ context, input }) => replace(context, input.id, input.personId)),
    move: os.move.handler(({ context, input }) => moveByStaff(context, input)),
    cancel: os.cancel.handler(({ context, input }) => cancelByStaff(context, input)),
    note: os.note.handler(({ context, input }) => note(context, input.id, input.note, input.version)),
    setPrice: os.setPrice.handler(({ context, input }) => setPrice(context, money.isCharged, input)),
    healthNote: os.healthNote.handler(({ context, input }) => healthNote(context, input.id)),
    export: os.export.handler(({ context, input }) => exportParticipants(context, input)),
    exportChosen: os.exportChosen.handler(({ context, input }) => exportParticipants(context, input)),
  });

/**
 * The latest 20 mails about enrolments to an address, or about the given enrolments to any address; without the body, which contains the
 * link.
 */
async function mailsTo(
  tx: Transaction,
  recipient: string,
  about: readonly string[],
): Promise<{ id: number; subject: string; at: string }[]> {
  const rows = await tx
    .select({ id: outboxMail.id, subject: outboxMail.subject, at: outboxMail.createdAt })
    .from(outboxMail)
    .where(and(eq(outboxMail.kind, 'manage'), or(eq(outboxMail.recipient, recipient), inArray(outboxMail.subjectId, [...about]))))
    .orderBy(desc(outboxMail.id))
    .limit(20);
  return rows.map(({ at, ...row }) => ({ ...row, at: at.toISOString() }));
}

/** Whether the viewer may mail the participants in the name of their club: the board, or a leader of the course or its department. */
async function mayMail(context: Context, tx: Transaction, { id, club }: Pick<CourseRow, 'id' | 'club'>): Promise<boolean> {
  const viewer = signedIn(context);
  const extent = viewer.club === club ? may({ role: viewer.role }, 'mail.sendToOffer', 'club') : undefined;
  return extent === 'all' || (extent === 'limited' && (await leadsOffer(tx, id, viewer)));
}

/** Whether the viewer sees who has paid: who sees lists in full of every course, trainers of their own. */
async function seesPayments(context: Context, tx: Transaction, { id, club }: Pick<CourseRow, 'id' | 'club'>): Promise<boolean> {
  const viewer = signedIn(context);
  const target = targetOf(context, club);
  if (!may(viewer, 'charges.listOfCourse', target)) return false;
  return may(viewer, 'participants.list', target) === 'all' || trainsOffer(tx, id, viewer);
}

type Wanted = { id: string; format: ExportFormat; /** Only these enrolments. */ participationIds?: readonly string[] };

function exportParticipants(context: Context, { id, format, participationIds }: Wanted): Promise<File> {
  return context.write(async (write) => {
    const row = await readCourse(write.tx, id);
    const extent = allow(context, 'participants.export', targetOf(context, row.club));
    await enterScope(write.tx, row.club);
    const list = await participantList(write.tx, row, extent);
    const chosen = participationIds && new Set(participationIds);
    const rows = chosen ? list.rows.filter((one) => chosen.has(one.id)) : list.rows;
    if (chosen && rows.length < chosen.size) throw new Problem('not-found');
    write.audit('participants.export', row, `Teilnehmerliste exportiert: ${row.title} (${rows.length})`, {
      after: { listed: await recordsNamed(write.tx, row.club, rows) },
    });
    return exportFile(row.number, rows, format);
  });
}

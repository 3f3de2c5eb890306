import { and, asc, desc, eq, isNull, inArray, not } from 'drizzle-orm';
import { declarationsContract, type Declaration } from '#shared/courses/declarations.ts';
import { undecidedDeclarations } from '#shared/courses/declarationWords.ts';
import { localOf } from '#shared/kernel/calendar.ts';
import { oneByOne, type Transaction } from '#server/platform/database/database.ts';
import { clubAsked } from '#server/platform/http/context.ts';
import { countTry } from '#server/platform/http/rateLimit.ts';
import { implementing } from '#server/platform/http/serving.ts';
import type { CourseMoney } from '../planning/service.ts';
import { acknowledge, confirm, disownDeclaration, readByLink, refuse } from './decide.ts';
import { declare, pretend } from './declare.ts';
import { fittingFor } from './match.ts';
import { contractDeclaration } from './table.ts';

const os = implementing(declarationsContract);
const ok = { ok: true } as const;
const perNetwork = { free: 10, windowMs: 60 * 60 * 1000 };
const listAtMost = 200;

/** Contract declarations: submitted by anybody without an account; the board decides unclear ones. */
export const declarationsApi = (money: CourseMoney) =>
  os.router({
    create: os.create.handler(async ({ context, input: { website, ...input } }) => {
      await countTry(context.database, `declaration:${context.network}`, perNetwork);
      return website === '' ? declare(context, input, money) : pretend(context, input);
    }),
    byLink: os.byLink.handler(({ context, input: { token } }) => readByLink(context, token)),
    disown: os.disown.handler(({ context, input: { token } }) => disownDeclaration(context, token)),
    list: os.list.handler(({ context, input }) => {
      const club = clubAsked(context, 'contractDeclarations.list', input.club);
      const isOpen = and(inArray(contractDeclaration.state, [...undecidedDeclarations]), isNull(contractDeclaration.decidedAt));
      return context.read(async (tx) => {
        const rows = await tx
          .select()
          .from(contractDeclaration)
          .where(and(eq(contractDeclaration.club, club), input.isOpen ? isOpen : isOpen && not(isOpen)))
          .orderBy(input.isOpen ? asc(contractDeclaration.receivedAt) : desc(contractDeclaration.receivedAt), asc(contractDeclaration.id))
          .limit(listAtMost);
        return oneByOne(rows, (row) => toDeclaration(tx, row, input.isOpen));
      });
    }),
    confirm: os.confirm.handler(async ({ context, input }) => {
      await confirm(context, input, money);
      return ok;
    }),
    refuse: os.refuse.handler(async ({ context, input }) => {
      await refuse(context, input);
      return ok;
    }),
    acknowledge: os.acknowledge.handler(async ({ context, input }) => {
      await acknowledge(context, input);
      return ok;
    }),
  });

async function toDeclaration(tx: Transaction, row: typeof contractDeclaration.$inferSelect, isOpen: boolean): Promise<Declaration> {
  const { linkHashes: _links, receipt: _receipt, enrolmentId: _enrolment, decidedBy: _by, ...shown } = row;
  return {
    ...shown,
    receivedAt: row.receivedAt.toISOString(),
    decidedAt: row.decidedAt?.toISOString() ?? null,
    fitting: isOpen && row.state === 'received' ? await fittingFor(tx, row, localOf(row.receivedAt).date) : [],
  };
}

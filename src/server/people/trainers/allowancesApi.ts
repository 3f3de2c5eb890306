import { and, asc, eq, isNull } from 'drizzle-orm';
import { allowanceKindNames, allowancesContract, type AllowanceKind } from '#shared/people/trainers/allowances.ts';
import { fullName } from '#shared/kernel/fullName.ts';
import { euros } from '#shared/kernel/money.ts';
import { enterScope, type Transaction } from '#server/platform/database/database.ts';
import { allow, signedIn, targetOf } from '#server/platform/http/context.ts';
import { fieldProblem, Problem } from '#server/platform/http/problem.ts';
import { implementing } from '#server/platform/http/serving.ts';
import { now } from '#server/platform/process/clock.ts';
import { ownPeople } from '../persons/service.ts';
import { person } from '../persons/table.ts';
import { allowanceDeclaration, allowanceLimit } from './table.ts';

const os = implementing(allowancesContract);

/** The annual allowances, and the declarations of amounts used elsewhere. */
export const allowancesApi = os.router({
  declare: os.declare.handler(({ context, input: { personId, kind, year, version, ...declared } }) =>
    context.write(async (write) => {
      const { tx } = write;
      const isSelf = (await ownPeople(tx, signedIn(context).userId)).some(({ id, relation }) => id === personId && relation === 'self');
      // Locking the person serialises concurrent declarations, even before the first one exists.
      const [of] = await tx
        .select()
        .from(person)
        .where(and(eq(person.id, personId), isNull(person.mergedInto), isNull(person.anonymisedAt)))
        .for('update');
      if (!of) throw new Problem('not-found');
      if (!isSelf) allow(context, 'trainerFiles.declare', targetOf(context, of.club));
      await enterScope(tx, of.club);
      const [before] = await tx
        .select()
        .from(allowanceDeclaration)
        .where(declarationOf(personId, kind, year))
        .for('update');
      if ((before?.version ?? 0) !== version) throw new Problem('conflict');
      if (!isSelf && declared.countsOtherClubs && !before?.countsOtherClubs)
        throw fieldProblem('countsOtherClubs', 'Das kann nur die Person selbst erlauben.');
      const values = { ...declared, declaredAt: now(), version: version + 1 };
      await tx
        .insert(allowanceDeclaration)
        .values({ personId, club: of.club, kind, year, ...values })
        .onConflictDoUpdate({ target: [allowanceDeclaration.personId, allowanceDeclaration.kind, allowanceDeclaration.year], set: values });
      write.audit(
        'trainerFiles.declare',
        { club: of.club, id: personId, entity: 'members' },
        `Erklärung ${year}: ${allowanceKindNames[kind]}, ${fullName(of)}`,
      );
      write.changed({ collection: 'members', club: of.club });
      return { ok: true } as const;
    }),
  ),

  limits: os.limits.handler(({ context }) => context.read(readLimits)),

  setLimit: os.setLimit.handler(({ context, input: { kind, year, cents } }) =>
    context.write(async (write) => {
      const { club } = signedIn(context);
      await write.tx
        .insert(allowanceLimit)
        .values({ kind, year, cents })
        .onConflictDoUpdate({ target: [allowanceLimit.kind, allowanceLimit.year], set: { cents } });
      write.audit('allowanceLimits.manage', { club, entity: 'config' }, `${allowanceKindNames[kind]} ab ${year}: ${euros(cents)}`);
      write.changed({ collection: 'members', club });
      return { ok: true } as const;
    }),
  ),

  removeLimit: os.removeLimit.handler(({ context, input: { kind, year } }) =>
    context.write(async (write) => {
      const { club } = signedIn(context);
      const limits = (await write.tx.select().from(allowanceLimit).for('update')).filter((one) => one.kind === kind);
      if (!limits.some((one) => one.year === year)) throw new Problem('not-found');
      if (limits.every((one) => one.year >= year)) throw new Problem('not-ready');
      await write.tx.delete(allowanceLimit).where(and(eq(allowanceLimit.kind, kind), eq(allowanceLimit.year, year)));
      write.audit('allowanceLimits.manage', { club, entity: 'config' }, `${allowanceKindNames[kind]} ab ${year} gelöscht`);
      write.changed({ collection: 'members', club });
      return { ok: true } as const;
    }),
  ),
});

const declarationOf = (personId: string, kind: AllowanceKind, year: number) =>
  and(eq(allowanceDeclaration.personId, personId), eq(allowanceDeclaration.kind, kind), eq(allowanceDeclaration.year, year));

const readLimits = (tx: Transaction) => tx.select().from(allowanceLimit).orderBy(asc(allowanceLimit.kind), asc(allowanceLimit.year));

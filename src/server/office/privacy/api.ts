import { and, desc, eq, isNull } from 'drizzle-orm';
import { consentNames } from '#shared/people/consents.ts';
import type { Permission } from '#shared/kernel/permissions.ts';
import { privacyContract, type KeptConsent } from '#shared/office/privacy.ts';
import { fullName } from '#shared/kernel/fullName.ts';
import { clubAsked, allow, signedIn, targetOf, type Context } from '#server/platform/http/context.ts';
import type { Write, Transaction } from '#server/platform/database/database.ts';
import { fieldProblem, Problem } from '#server/platform/http/problem.ts';
import { implementing } from '#server/platform/http/serving.ts';
import type { PersonalData } from '#server/platform/database/personalData.ts';
import { versionOf } from '#server/people/consentTexts/service.ts';
import { revokeConsent, waitForRecords, type PersonRow } from '#server/people/persons/service.ts';
import { consent, person } from '#server/people/persons/table.ts';
import { fullNameOf, holdsWords } from '#server/platform/database/columns.ts';
import { previewOf } from './preview.ts';
import { forgetPerson } from './erase.ts';
import { subjectFileOf } from './subject.ts';
import { ownViews } from './views.ts';

const os = implementing(privacyContract);

/** Disclosure, erasure and consents of persons of a club, for its board. */
export const privacyApi = (data: readonly PersonalData[]) => os.router({ ...aboutPeople(data), ...aboutConsents, ...aboutViews });

const aboutPeople = (data: readonly PersonalData[]) => ({
  export: os.export.handler(({ context, input }) =>
    context.write(async (write) => {
      const row = await readPerson(context, write.tx, input.id, 'gdpr.exportSubject');
      const file = await subjectFileOf(write.tx, data, row);
      record(write, row, 'gdpr.exportSubject', `Auskunft über ${file.name} erteilt`);
      return file;
    }),
  ),

  preview: os.preview.handler(({ context, input }) =>
    context.read(async (tx) => previewOf(tx, data, await readPerson(context, tx, input.id, 'gdpr.eraseSubject'))),
  ),

  erase: os.erase.handler(({ context, input }) =>
    context.write(async (write) => {
      await waitForRecords(write.tx);
      const row = await readPerson(context, write.tx, input.id, 'gdpr.eraseSubject', 'update');
      if (row.version !== input.version) throw new Problem('conflict');
      const preview = await previewOf(write.tx, data, row);
      if (input.name !== preview.name) throw fieldProblem('name', 'Das ist nicht der Name dieser Person.');
      if (preview.blockers.length > 0)
        throw new Problem('not-ready', { fields: preview.blockers.map((message) => ({ path: 'id', message })) });
      await forgetPerson(write, data, row);
      // The audit log must not identify an erased person, so the entry has no reference.
      record(write, row, 'gdpr.eraseSubject', 'Person gelöscht');
      return preview;
    }),
  ),
});

const aboutConsents = {
  consents: os.consents.handler(({ context, input }) => {
    const club = clubAsked(context, 'gdpr.exportSubject', input.club);
    return context.read(async (tx) => {
      const rows = await tx
        .select({ consent, person })
        .from(consent)
        .innerJoin(person, eq(person.id, consent.personId))
        .where(
          and(
            eq(consent.club, club),
            input.personId ? eq(consent.personId, input.personId) : undefined,
            input.search ? holdsWords(fullNameOf(person), input.search) : undefined,
          ),
        )
        .orderBy(desc(consent.grantedAt), desc(consent.id))
        .limit(200);
      return rows.map((row) => toKept(row.consent, row.person));
    });
  }),

  withdraw: os.withdraw.handler(({ context, input }) =>
    context.write(async (write) => {
      const [found] = await write.tx
        .select({ consent, person })
        .from(consent)
        .innerJoin(person, eq(person.id, consent.personId))
        .where(eq(consent.id, input.id))
        .for('update');
      if (!found) throw new Problem('not-found');
      allow(context, 'gdpr.eraseSubject', targetOf(context, found.consent.club));
      if (found.consent.revokedAt) throw new Problem('wrong-state');
      const revokedAt = await revokeConsent(write.tx, found.consent);
      const kept = toKept({ ...found.consent, revokedAt }, found.person);
      record(write, found.person, 'gdpr.eraseSubject', `Einwilligung widerrufen: ${kept.purpose}, ${kept.name}`);
      return kept;
    }),
  ),
};

const aboutViews = {
  views: os.views.handler(({ context }) => context.read((tx) => ownViews(tx, signedIn(context).userId))),
};

/** A person of the board's club; not-found after an erasure. */
async function readPerson(context: Context, tx: Transaction, id: string, permission: Permission, lock?: 'update'): Promise<PersonRow> {
  const query = tx
    .select()
    .from(person)
    .where(and(eq(person.id, id), isNull(person.anonymisedAt)));
  const [row] = await (lock ? query.for(lock) : query);
  if (!row) throw new Problem('not-found');
  allow(context, permission, targetOf(context, row.club));
  return row;
}

function toKept(row: typeof consent.$inferSelect, { firstname, lastname }: PersonRow): KeptConsent {
  return {
    id: row.id,
    personId: row.personId,
    name: fullName({ firstname, lastname }),
    purpose: consentNames[row.purpose] ?? row.purpose,
    textVersion: String(versionOf(row.textVersion)),
    grantedBy: row.grantedByName ?? '',
    grantedAt: row.grantedAt.toISOString(),
    revokedAt: row.revokedAt?.toISOString() ?? null,
  };
}

function record(write: Write, { id, club }: Pick<PersonRow, 'id' | 'club'>, action: Permission, content: string): void {
  write.audit(action, { club, id, entity: 'participants' }, content);
  write.changed({ collection: 'participants', club, entityId: id });
}

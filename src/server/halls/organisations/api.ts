import { eq, inArray } from 'drizzle-orm';
import { organisationsContract, type Organisation } from '#shared/halls/organisations.ts';
import { allow, clubAsked, targetOf, type Context } from '#server/platform/http/context.ts';
import type { Transaction, Write } from '#server/platform/database/database.ts';
import { Problem } from '#server/platform/http/problem.ts';
import { implementing } from '#server/platform/http/serving.ts';
import { today } from '#server/platform/process/clock.ts';
import { withdrawWishes } from './figures.ts';
import { organisationsFile } from './file.ts';
import { parseOrganisations } from './import.ts';
import { countMerged, mergeOrganisations, type OrganisationMoney } from './merge.ts';
import { organisation } from './table.ts';
import { comingBookings, listOrganisations, viewOrganisation, type OrganisationRow } from './view.ts';
import { changeOrganisation, insertOrganisation, setColumns } from './write.ts';

const os = implementing(organisationsContract);

/** The holders of hall times (/admin/organisations). */
export const organisationsApi = (money: OrganisationMoney) => os.router({ ...directory, merge: mergeApi(money) });

const directory = {
  list: os.list.handler(({ context, input }) => {
    const club = clubAsked(context, 'organisations.list', input.club);
    return context.read((tx) => listOrganisations(tx, club, input.state));
  }),

  export: os.export.handler(({ context, input: { club: asked, state, kind, columns, format } }) => {
    const club = clubAsked(context, 'organisations.list', asked);
    return context.write(async (write) => {
      const all = await listOrganisations(write.tx, club, state);
      const found = all.filter((one) => kind === undefined || one.kind === kind);
      write.audit('organisations.list', { club }, `Organisationen exportiert (${found.length})`);
      return organisationsFile(found, format, columns);
    });
  }),

  create: os.create.handler(({ context, input: { club: asked, ...input } }) =>
    context.write(async (write) => {
      const club = clubAsked(context, 'organisations.update', asked);
      const row = await insertOrganisation(write.tx, club, input);
      return finish(write, row, `Organisation angelegt: ${row.name}`);
    }),
  ),

  update: os.update.handler(({ context, input: { id, version, ...input } }) =>
    context.write(async (write) => {
      const locked = await changeable(context, write.tx, id, version);
      const before = await viewOrganisation(write.tx, locked);
      const row = await changeOrganisation(write.tx, locked, input);
      return finish(write, row, `Organisation geändert: ${row.name}`, before);
    }),
  ),

  archive: os.archive.handler(({ context, input: { id, version } }) =>
    context.write(async (write) => {
      const locked = await changeable(context, write.tx, id, version);
      if (locked.archivedOn || locked.club) throw new Problem('wrong-state');
      const coming = (await comingBookings(write.tx, [id])).get(id) ?? 0;
      if (coming > 0)
        throw new Problem('organisation-in-use', { fields: [{ path: 'id', message: `Es stehen noch ${coming} Termine im Plan.` }] });
      const taken = await withdrawWishes(write.tx, id);
      const row = await setColumns(write.tx, locked, { archivedOn: today() });
      if (taken > 0) write.changed({ collection: 'seasons', club: row.managerClub });
      return finish(write, row, `Organisation archiviert: ${row.name}${taken > 0 ? ` (${taken} Hallenwünsche zurückgegeben)` : ''}`);
    }),
  ),

  reopen: os.reopen.handler(({ context, input: { id, version } }) =>
    context.write(async (write) => {
      const locked = await changeable(context, write.tx, id, version);
      if (!locked.archivedOn) throw new Problem('wrong-state');
      const row = await setColumns(write.tx, locked, { archivedOn: null });
      return finish(write, row, `Organisation wieder aufgenommen: ${row.name}`);
    }),
  ),

  import: os.import.handler(({ context, input }) =>
    context.write(async (write) => {
      const club = clubAsked(context, 'organisations.update', input.club);
      const known = await listOrganisations(write.tx, club, 'current');
      const rows = parseOrganisations(
        input.text,
        known.map(({ name }) => name),
      );
      const wanted = rows.flatMap((row) => row.input ?? []);
      if (!input.isDryRun && wanted.length > 0) {
        for (const one of wanted) await insertOrganisation(write.tx, club, one);
        write.audit('organisations.update', { club }, `${wanted.length} Organisationen aus einer Tabelle angelegt`);
        write.changed({ collection: 'organisations', club });
      }
      return { rows: rows.map(({ input: _input, ...row }) => row) };
    }),
  ),
};

function mergeApi(money: OrganisationMoney) {
  return os.merge.handler(({ context, input: { id, version, intoId, isDryRun } }) =>
    context.write(async (write) => {
      const { tx } = write;
      await money.lock(tx, [id, intoId]);
      // Locked in a fixed order, so that two merges of the same pair cannot deadlock.
      await tx
        .select({ id: organisation.id })
        .from(organisation)
        .where(inArray(organisation.id, [id, intoId]))
        .orderBy(organisation.id)
        .for('update');
      const from = await changeable(context, tx, id, version);
      const [into] = await tx.select().from(organisation).where(eq(organisation.id, intoId));
      if (into?.managerClub !== from.managerClub) throw new Problem('not-found');
      if (from.id === into.id || from.club || into.club || into.archivedOn) throw new Problem('wrong-state');
      if (isDryRun) return countMerged(tx, { from, into }, money);
      const { moved, after } = await mergeOrganisations(write, { from, into }, money);
      await finish(write, after, `Organisation ${from.name} zusammengelegt mit ${into.name}`);
      return moved;
    }),
  );
}

/** Locks the organisation, and checks the viewer's rights and the version. */
async function changeable(context: Context, tx: Transaction, id: string, version: number): Promise<OrganisationRow> {
  const [row] = await tx.select().from(organisation).where(eq(organisation.id, id)).for('update');
  if (!row) throw new Problem('not-found');
  allow(context, 'organisations.update', targetOf(context, row.managerClub));
  if (version !== row.version) throw new Problem('conflict');
  return row;
}

async function finish(write: Write, row: OrganisationRow, content: string, before?: Organisation): Promise<Organisation> {
  const after = await viewOrganisation(write.tx, row);
  const { id, managerClub: club } = row;
  write.audit('organisations.update', { club, id }, content, { before: before && { ...before }, after: { ...after } });
  write.changed({ collection: 'organisations', club, entityId: id });
  return after;
}

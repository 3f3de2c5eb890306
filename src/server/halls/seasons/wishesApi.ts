import { and, eq, isNull } from 'drizzle-orm';
import { organisationsAtMost } from '#shared/halls/organisations.ts';
import { misfitsOf } from '#shared/halls/seasons/fitting.ts';
import { isListed, wishesContract, type Wish } from '#shared/halls/seasons/wishes.ts';
import type { Permission } from '#shared/kernel/permissions.ts';
import { allow, signedIn, type Context } from '#server/platform/http/context.ts';
import type { Transaction, Write } from '#server/platform/database/database.ts';
import { fieldProblem, Problem } from '#server/platform/http/problem.ts';
import { implementing } from '#server/platform/http/serving.ts';
import { runningDepartments } from '#server/club/departments/service.ts';
import { organisation } from '../organisations/table.ts';
import { wish } from './table.ts';
import { plans, readSeason, viewSeason, type SeasonRow } from './view.ts';
import { parseWishes, wishesFile } from './wishesFile.ts';
import {
  changeWish,
  insertWish,
  accountActor,
  ownOrganisation,
  readWishes,
  setWishStates,
  offerOf,
  orderWishes,
  ownerColumns,
  refuseUnfitting,
  toWish,
  wishActionWords,
  worksOn,
  type Owner,
} from './wishes.ts';

const os = implementing(wishesContract);

/** Wishes for a season: each club its own, the manager those of organisations without an account. */
export const wishesApi = os.router({
  list: os.list.handler(({ context, input }) =>
    context.read(async (tx) => {
      const season = await readSeason(context, tx, input.id);
      const own = plans(context, season) ? undefined : (await ownOrganisation(context, tx)).id;
      return (await readWishes(tx, season.id, own)).map((one) => toWish(accountActor(context, season), season, one));
    }),
  ),

  create: os.create.handler(({ context, input: { id, organisationId, ...input } }) =>
    context.write(async (write) => {
      const season = await readSeason(context, write.tx, id);
      const owner = organisationId ? await ownerOf(write.tx, organisationId) : await ownOrganisation(context, write.tx);
      allowWork(context, season, owner, 'wishes.update');
      // Staff who enter it for an organisation without an account submit it at once.
      const state = owner.club === null ? ('submitted' as const) : ('draft' as const);
      await refuseUnfitting(write.tx, season, owner, input);
      const wishId = await insertWish(write.tx, season, owner, input, { state });
      noteWish(write, season, owner, wishId, `Hallenwunsch eingetragen: ${input.groupName}`);
      return viewWish(context, write.tx, season, wishId);
    }),
  ),

  export: os.export.handler(({ context, input: { id, format, columns, ...filter } }) =>
    context.write(async (write) => {
      const season = await readSeason(context, write.tx, id);
      const own = plans(context, season) ? undefined : (await ownOrganisation(context, write.tx)).id;
      const all = (await readWishes(write.tx, season.id, own)).map((one) => toWish(accountActor(context, season), season, one));
      const wishes = all.filter((one) => isListed(one, filter));
      const { club } = signedIn(context);
      write.audit('wishes.list', { club, id: season.id, entity: 'seasons' }, `Hallenwünsche als Datei abgerufen (${wishes.length})`);
      return wishesFile(wishes, await hallsOf(context, write.tx, season), format, columns);
    }),
  ),
  import: os.import.handler(({ context, input }) => context.write((write) => importWishes(context, write, input))),

  update: os.update.handler(({ context, input: { id, version, ...input } }) =>
    context.write(async (write) => {
      const { season, row, owner } = await lockWish(context, write.tx, id);
      allowWork(context, season, owner, 'wishes.update');
      if (row.version !== version) throw new Problem('conflict');
      const view = toWish(accountActor(context, season), season, { row, owner, department: '', options: [] });
      if (!view.may.includes('change')) throw new Problem('wrong-state');
      await refuseUnfitting(write.tx, season, owner, input);
      await changeWish(write.tx, season, owner, row, input);
      noteWish(write, season, owner, id, `Hallenwunsch geändert: ${input.groupName}`);
      return viewWish(context, write.tx, season, id);
    }),
  ),

  order: os.order.handler(({ context, input }) =>
    context.write(async (write) => {
      const season = await readSeason(context, write.tx, input.id);
      const owner = await ownerOf(write.tx, input.organisationId);
      allowWork(context, season, owner, 'wishes.submit');
      const changed = await orderWishes(write.tx, season, owner.id, input.wishIds);
      noteWish(write, season, owner, undefined, 'Hallenwünsche geordnet');
      return { changed };
    }),
  ),

  act: os.act.handler(({ context, input }) =>
    context.write(async (write) => {
      const season = await readSeason(context, write.tx, input.id);
      const found = (await readWishes(write.tx, season.id)).filter(({ row }) => input.wishIds.includes(row.id));
      if (found.length < new Set(input.wishIds).size) throw new Problem('not-found');
      let changed = 0;
      for (const [, some] of Map.groupBy(found, ({ owner }) => owner.id)) {
        const [first] = some;
        if (!first) continue;
        allowWork(context, season, first.owner, 'wishes.submit');
        const fitting = some
          .filter((one) => toWish(accountActor(context, season), season, one).may.includes(input.action))
          .map(({ row }) => row);
        changed += await setWishStates(write.tx, fitting, input.action);
        noteWish(write, season, first.owner, undefined, `Hallenwünsche ${wishActionWords[input.action]}: ${fitting.length}`);
      }
      return { changed };
    }),
  ),
});

/** Imports wishes from a table: of the own club, or by the manager of organisations without an account, named in a column. */
async function importWishes(context: Context, write: Write, { id, text, isDryRun }: { id: string; text: string; isDryRun: boolean }) {
  const { tx } = write;
  const season = await readSeason(context, tx, id);
  const isManager = plans(context, season);
  const own = await ownOrganisation(context, tx);
  const known = (await readWishes(tx, id, isManager ? undefined : own.id)).map(({ row, owner }) => ({
    organisation: owner.name,
    groupName: row.groupName,
  }));
  const owners = isManager ? await outsideOf(tx, season) : [];
  const departments = own.club ? await runningDepartments(tx, own.club) : [];
  const placing = await offerOf(tx, season);
  const rows = parseWishes(text, await hallsOf(context, tx, season), known, { name: own.name, departments }).map(
    ({ owner: name, ...row }) => {
      const isOwn = !isManager || name === own.name;
      const owner = isOwn ? own : owners.find((one) => one.name.toLowerCase() === name.toLowerCase());
      const unfit = owner && row.input ? misfitsOf(placing, owner, row.input) : [];
      if (owner && unfit.length > 0 && row.result === 'new')
        return { ...row, result: 'refused' as const, message: unfit.map(misfitInWords).join(' '), owner };
      if (owner || row.result !== 'new') return { ...row, owner: owner ?? own };
      return { ...row, result: 'refused' as const, message: `Die Organisation „${name}“ gibt es nicht ohne Konto.`, owner: own };
    },
  );
  const wanted = rows.flatMap(({ input, owner, result }) => (input && result === 'new' ? [{ input, owner }] : []));
  for (const owner of new Map(wanted.map((one) => [one.owner.id, one.owner])).values()) allowWork(context, season, owner, 'wishes.update');
  if (wanted.length === 0) allowWork(context, season, own, 'wishes.update');
  if (!isDryRun)
    for (const { input, owner } of wanted)
      await insertWish(tx, season, owner, input, { state: owner.club === null ? 'submitted' : 'draft' });
  if (!isDryRun && wanted.length > 0) noteWish(write, season, own, undefined, `Hallenwünsche aus einer Tabelle: ${wanted.length}`);
  return { rows: rows.map(({ line, groupName, result, message }) => ({ line, groupName, result, message })) };
}

/** A misfit with the column it comes from, if it is one of the times. */
function misfitInWords({ path, message }: ReturnType<typeof misfitsOf>[number]): string {
  const [field, at] = path.split('.');
  return field === 'options' ? `Wunschzeit ${Number(at) + 1}: ${message}` : message;
}

/** The organisations without an account that a manager writes for. */
function outsideOf(tx: Transaction, { managerClub }: SeasonRow): Promise<Owner[]> {
  return tx
    .select(ownerColumns)
    .from(organisation)
    .where(and(eq(organisation.managerClub, managerClub), isNull(organisation.club), isNull(organisation.archivedOn)))
    .limit(organisationsAtMost);
}

async function hallsOf(context: Context, tx: Transaction, season: SeasonRow) {
  return (await viewSeason(context, tx, season)).facilities;
}

/** Refuses viewers who may not edit these wishes: 404 for unknown ones, 403 without the role, 409 out of time. */
function allowWork(context: Context, season: SeasonRow, owner: Owner, permission: Permission): void {
  const isOwn = owner.club === signedIn(context).club;
  if (!isOwn && !plans(context, season)) throw new Problem('not-found');
  allow(context, permission, 'club');
  if (!worksOn(accountActor(context, season), season, owner)) throw new Problem('wrong-state');
}

async function ownerOf(tx: Transaction, organisationId: string) {
  const [owner] = await tx
    .select({ ...ownerColumns, archivedOn: organisation.archivedOn })
    .from(organisation)
    .where(eq(organisation.id, organisationId));
  if (!owner) throw new Problem('not-found');
  if (owner.archivedOn !== null) throw fieldProblem('organisationId', 'Diese Organisation ist archiviert.');
  return owner;
}

async function lockWish(context: Context, tx: Transaction, id: string) {
  const [row] = await tx.select().from(wish).where(eq(wish.id, id)).for('update');
  if (!row) throw new Problem('not-found');
  const season = await readSeason(context, tx, row.seasonId);
  const [owner] = await tx.select(ownerColumns).from(organisation).where(eq(organisation.id, row.organisationId));
  if (!owner) throw new Problem('not-found');
  return { season, row, owner };
}

async function viewWish(context: Context, tx: Transaction, season: SeasonRow, id: string): Promise<Wish> {
  const found = (await readWishes(tx, season.id)).find(({ row }) => row.id === id);
  if (!found) throw new Problem('not-found');
  return toWish(accountActor(context, season), season, found);
}

/** Logs it at the club of the wish, or at the manager for organisations without an account. */
function noteWish(write: Write, season: SeasonRow, { club }: { club: string | null }, id: string | undefined, content: string): void {
  write.audit('wishes.update', { club: club ?? season.managerClub, id, entity: 'seasons' }, content);
  for (const one of new Set([club ?? season.managerClub, season.managerClub])) write.changed({ collection: 'seasons', club: one });
}

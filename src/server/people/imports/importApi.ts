import { and, desc, eq, getColumns, isNotNull, ne, sql } from 'drizzle-orm';
import { randomUUID } from 'node:crypto';
import { oneOf } from '#server/platform/database/columns.ts';
import {
  memberImportContract,
  startableImports,
  type DepartmentChoice,
  type ImportColumn,
  type MemberImportView,
} from '#shared/people/memberImport.ts';
import { now, today } from '#server/platform/process/clock.ts';
import { allow, clubAsked, signedIn, targetOf, type Context } from '#server/platform/http/context.ts';
import { csvFile } from '#server/platform/formats/csv.ts';
import { enterScope, type Transaction } from '#server/platform/database/database.ts';
import { fieldProblem, Problem } from '#server/platform/http/problem.ts';
import { countTry } from '#server/platform/http/rateLimit.ts';
import { implementing } from '#server/platform/http/serving.ts';
import { guessColumns } from './importColumns.ts';
import { isZip, readTable } from './importFile.ts';
import { choicesToday } from './importDepartments.ts';
import { countRows, planImport, type ImportMoney } from './importPlan.ts';
import { runImport } from './importRun.ts';
import { memberImport } from './table.ts';

const os = implementing(memberImportContract);
const shownOfEach = 200;
const samples = 3;
const listed = 10;
/** Rate limit: parsing a spreadsheet is the most expensive kind of request. */
const sheetTries = { free: 10, windowMs: 60 * 60_000 };

/** Excludes the file, which is large: polling the progress must not load it. */
const { content: _content, ...columns } = getColumns(memberImport);
type Row = Omit<typeof memberImport.$inferSelect, 'content'>;

const reading = {
  upload: os.upload.handler(async ({ context, input }) => {
    const club = clubAsked(context, 'members.import', input.club);
    const content = Buffer.from(input.content, 'base64');
    if (isZip(content)) await countTry(context.database, `import:${signedIn(context).userId}`, sheetTries);
    const table = await readTable(content);
    return context.write(async ({ tx }) => {
      await enterScope(tx, club);
      const { name, userId } = signedIn(context);
      const [row] = await tx
        .insert(memberImport)
        .values({
          id: randomUUID(),
          club,
          createdBy: userId,
          createdByName: name,
          createdAt: now(),
          fileName: input.fileName,
          content: input.content,
          headings: table.headings,
          mapping: (await remembered(tx, club, table.headings)) ?? guessColumns(table.headings),
          departments: await chosenBefore(tx, club),
          total: table.rows.length,
        })
        .returning(columns);
      if (!row) throw new Problem('conflict');
      return toView(row, table);
    });
  }),

  list: os.list.handler(({ context, input }) => {
    const club = clubAsked(context, 'members.import', input.club);
    return context.read(async (tx) => {
      const rows = await tx
        .select(columns)
        .from(memberImport)
        // Without the file there is no preview.
        .where(and(eq(memberImport.club, club), ne(memberImport.state, 'uploaded'), isNotNull(memberImport.content)))
        .orderBy(desc(memberImport.createdAt), desc(memberImport.id))
        .limit(listed);
      return rows.map(({ id, fileName, state, total, counts, createdAt, createdByName }) => ({
        id,
        fileName,
        state,
        total,
        counts,
        createdAt: createdAt.toISOString(),
        createdBy: createdByName,
      }));
    });
  }),

  read: os.read.handler(async ({ context, input }) => {
    const { row, content } = await context.read(async (tx) => {
      const found = await readImport(context, tx, input.id);
      return { row: found, content: found.state === 'uploaded' ? await contentOf(tx, found) : null };
    });
    return toView(row, content ? await readTable(content) : undefined);
  }),

  rest: os.rest.handler(async ({ context, input }) => {
    const { row, content } = await context.write(async (write) => {
      const found = await readImport(context, write.tx, input.id);
      write.audit('members.import', { club: found.club, id: found.id, entity: 'members' }, 'Nicht importierte Zeilen als Datei abgerufen');
      return { row: found, content: await contentOf(write.tx, found) };
    });
    if (row.state !== 'done' || !content || !row.faults) throw new Problem('wrong-state');
    const { rows, headings } = await readTable(content);
    const reason = 'Grund';
    const names = headings.map((heading, at) => heading || `Spalte ${at + 1}`);
    const lines = row.faults.map(({ line, message }) => ({
      ...Object.fromEntries(names.map((column, at) => [column, rows[line - 2]?.[at] ?? ''])),
      [reason]: message,
    }));
    return csvFile('nicht-importiert.csv', lines, [...names, reason]);
  }),
};

const planning = (money: ImportMoney) => ({
  check: os.check.handler(async ({ context, input }) => {
    const uploaded = await context.read(async (tx) => {
      const row = await readImport(context, tx, input.id);
      return row.state === 'uploaded' ? contentOf(tx, row) : null;
    });
    if (!uploaded) throw new Problem('wrong-state');
    // Parsed outside of the transaction, since parsing is queued.
    const { rows } = await readTable(uploaded);
    return context.write(async ({ tx }) => {
      const row = await readImport(context, tx, input.id);
      const mapping = sensible(input.mapping, row);
      const departments = sensibleChoices(input.departments);
      const { lastUsedOn } = input;
      if (lastUsedOn && lastUsedOn > today()) throw fieldProblem('lastUsedOn', 'Bitte kein Tag in der Zukunft.');
      await tx.update(memberImport).set({ mapping, departments, lastUsedOn }).where(eq(memberImport.id, row.id));
      const plan = await planImport(tx, row.club, rows, mapping, { choices: departments, lastUsedOn, ...money });
      const undated = plan.mandates.filter((one) => !one.lastUsedOn && one.signedOn && isMandateOld(one.signedOn));
      const shown = { new: 0, changed: 0, unchanged: 0, faulty: 0, warned: 0 };
      return {
        counts: countRows(plan.rows),
        mandates: {
          count: plan.mandates.length,
          incomplete: plan.mandates.filter(({ signedOn, reference }) => !signedOn || !reference).length,
          undated: undated.length,
        },
        unknownDepartments: plan.unknown,
        rows: plan.rows
          .filter(({ result, warning }) => ++shown[result] <= shownOfEach || (warning !== '' && ++shown.warned <= shownOfEach))
          .map(({ line, name, result, message, warning }) => ({ line, name, result, message, warning })),
        warned: plan.rows.filter(({ warning }) => warning !== '').length,
      };
    });
  }),

  apply: os.apply.handler(async ({ context, input }) => {
    const row = await context.write(async ({ tx }) => {
      const before = await readImport(context, tx, input.id);
      const [begun] = await tx
        .update(memberImport)
        .set({ state: 'running', processed: 0, workedAt: now() })
        .where(
          and(
            eq(memberImport.id, before.id),
            sql`${memberImport.state} in ${oneOf(startableImports)} and ${memberImport.content} is not null`,
          ),
        )
        .returning(columns);
      if (!begun) throw new Problem('wrong-state');
      sensible(begun.mapping, begun);
      return begun;
    });
    // Runs in the background: the page polls the progress, and a job resumes the import if this process ends.
    void runImport(context, money, row);
    return toView(row);
  }),
});

/** Member import from a file (/admin/members): upload, column mapping, dry run, and the import of the valid rows on confirmation. */
export const memberImportsApi = (money: ImportMoney) => os.router({ ...reading, ...planning(money) });

/** Whether a mandate was signed more than 36 months ago, so that its last use determines whether it is still valid. */
function isMandateOld(signedOn: string): boolean {
  return `${Number(signedOn.slice(0, 4)) + 3}${signedOn.slice(4)}` < today();
}

async function readImport(context: Context, tx: Transaction, id: string): Promise<Row> {
  const [row] = await tx.select(columns).from(memberImport).where(eq(memberImport.id, id));
  if (!row) throw new Problem('not-found');
  allow(context, 'members.import', targetOf(context, row.club));
  return row;
}

async function contentOf(tx: Transaction, { id }: Row): Promise<Buffer | null> {
  const [row] = await tx.select({ content: memberImport.content }).from(memberImport).where(eq(memberImport.id, id));
  return row?.content ? Buffer.from(row.content, 'base64') : null;
}

/** The mapping of the last import with the same headings. */
async function remembered(tx: Transaction, club: Row['club'], headings: string[]): Promise<ImportColumn[] | undefined> {
  const [last] = await tx
    .select({ mapping: memberImport.mapping })
    .from(memberImport)
    .where(
      and(eq(memberImport.club, club), eq(memberImport.state, 'done'), sql`${memberImport.headings} = ${JSON.stringify(headings)}::jsonb`),
    )
    .orderBy(desc(memberImport.createdAt))
    .limit(1);
  return last?.mapping;
}

/** The department mapping of the club's last import. */
async function chosenBefore(tx: Transaction, club: Row['club']): Promise<DepartmentChoice[]> {
  const [last] = await tx
    .select({ departments: memberImport.departments })
    .from(memberImport)
    .where(and(eq(memberImport.club, club), eq(memberImport.state, 'done'), sql`${memberImport.departments} <> '[]'::jsonb`))
    .orderBy(desc(memberImport.createdAt))
    .limit(1);
  return choicesToday(tx, club, last?.departments ?? []);
}

function sensibleChoices(choices: DepartmentChoice[]): DepartmentChoice[] {
  const made = new Set(choices.flatMap(({ name, action }) => (action === 'create' ? [name.toLowerCase()] : [])));
  for (const [at, { action, departmentId, sameAs }] of choices.entries()) {
    if (action === 'use' && !departmentId) throw fieldProblem(`departments.${at}.departmentId`, 'Bitte eine Abteilung wählen.');
    if (action === 'same' && !made.has(sameAs?.toLowerCase() ?? ''))
      throw fieldProblem(`departments.${at}.sameAs`, 'Bitte eine Abteilung wählen, die angelegt wird.');
  }
  return choices;
}

function sensible(mapping: ImportColumn[], { headings }: Row): ImportColumn[] {
  const given = mapping.filter(Boolean);
  if (mapping.length !== headings.length) throw fieldProblem('mapping', 'Bitte sagen Sie zu jeder Spalte, was sie bedeutet.');
  if (new Set(given).size < given.length) throw fieldProblem('mapping', 'Jede Bedeutung darf nur einmal vorkommen.');
  if (!given.includes('lastname') && !given.includes('memberNo'))
    throw fieldProblem('mapping', 'Es fehlt eine Spalte mit dem Nachnamen oder der Mitgliedsnummer.');
  return mapping;
}

function toView(
  { id, club, fileName, headings, mapping, departments, lastUsedOn, state, total, processed, counts }: Row,
  table?: { rows: string[][]; format: string },
): MemberImportView {
  const shown = table?.rows.slice(0, samples) ?? [];
  return {
    id,
    club,
    fileName,
    format: table?.format ?? '',
    headings,
    samples: shown,
    mapping,
    departments,
    lastUsedOn,
    state,
    total,
    processed,
    counts,
  };
}

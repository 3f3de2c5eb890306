import { ageSeasonContract, type AgeRow } from '#shared/courses/ageSeason/ageSeason.ts';
import type { ClubName } from '#shared/kernel/clubs.ts';
import { fullName } from '#shared/kernel/fullName.ts';
import { tableFile } from '#server/platform/formats/tableFile.ts';
import { enterScope } from '#server/platform/database/database.ts';
import { clubAsked, type Context } from '#server/platform/http/context.ts';
import { Problem } from '#server/platform/http/problem.ts';
import { implementing } from '#server/platform/http/serving.ts';
import { decide, reopen } from './decide.ts';
import { ageList } from './list.ts';
import type { ExportFormat } from '#shared/kernel/fields.ts';

const os = implementing(ageSeasonContract);
const ok = { ok: true } as const;

/** People whose age no longer fits their permanent group, and the decisions about them. */
export const ageSeasonApi = os.router({
  list: os.list.handler(({ context, input }) => read(context, clubAsked(context, 'participants.update', input.club))),
  decide: os.decide.handler(async ({ context, input }) => {
    await decide(context, input);
    return ok;
  }),
  accept: os.accept.handler(({ context, input }) =>
    accept(context, clubAsked(context, 'participants.update', input.club), new Set(input.ids), input.day),
  ),
  reopen: os.reopen.handler(async ({ context, input }) => {
    await reopen(context, input.id);
    return ok;
  }),
  export: os.export.handler(({ context, input }) =>
    exportList(context, clubAsked(context, 'participants.export', input.club), input.format),
  ),
});

function read(context: Context, club: ClubName) {
  return context.read(async (tx) => {
    await enterScope(tx, club);
    return ageList(tx, club);
  });
}

/** Runs each decision in its own transaction, so that one failure does not affect the others. */
async function accept(context: Context, club: ClubName, ids: ReadonlySet<string>, day: string) {
  const failed: { id: string; name: string; why: string }[] = [];
  let moved = 0;
  for (const row of (await read(context, club)).rows.filter(({ id }) => ids.has(id))) {
    const why = await tryProposal(context, row.id, row.choices[0], day);
    if (why === undefined) moved++;
    else failed.push({ id: row.id, name: fullName(row), why });
  }
  return { moved, failed };
}

async function tryProposal(context: Context, id: string, choice: AgeRow['choices'][number] | undefined, day: string) {
  if (!choice) return 'Keine Gruppe der Abteilung passt.';
  try {
    await decide(context, { id, decision: 'moved', reason: '', courseId: choice.courseId, day, needsSeat: true });
    return undefined;
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    return error.fields?.[0]?.message ?? error.toBody('').title;
  }
}

const columns = ['Nachname', 'Vorname', 'Jahrgang', 'Gruppe', 'Grund', 'Vorschlag', 'Entscheidung', 'Begründung'];

function exportList(context: Context, club: ClubName, format: ExportFormat): Promise<File> {
  return context.write(async (write) => {
    await enterScope(write.tx, club);
    const list = await ageList(write.tx, club);
    write.audit('participants.export', { club }, `Saisonwechsel exportiert (${list.rows.length})`, {
      after: { listed: list.rows.map((one) => one.personId) },
    });
    const rows = list.rows.map((row) => ({
      Nachname: row.lastname,
      Vorname: row.firstname,
      Jahrgang: row.birthYear,
      Gruppe: row.courseTitle,
      Grund: row.words,
      Vorschlag: row.choices[0]?.title ?? null,
      Entscheidung: row.decision?.words ?? null,
      Begründung: row.decision?.reason ?? null,
    }));
    return tableFile(format, { name: `saisonwechsel-${list.season}`, sheet: 'Saisonwechsel', columns, lines: rows });
  });
}

import { createHash } from 'node:crypto';
import { importMembers } from '../../stage/imports.ts';
import { sessionOf } from '../../stage/people.ts';
import type { Answered, Ask } from '../../stage/requests.ts';
import { atMost, none, onStage, type Proof } from '../proof.ts';

const ofOneName = 4;
const year = { from: '2027-01-01', to: '2027-12-31' };
const heading = 'Nr;Nachname;Vorname;Geburtsdatum;Geschlecht;PLZ;Ort;E-Mail;Eintritt;IBAN;Mandatsreferenz;Mandatsdatum';

/** January of a treasurer: the members of a large club come in with their mandates, their year is charged, and collected. */
export const proof: Proof = {
  goal: '10,000 members (--members): fee run shown and booked in 5 s each, a page of open charges in 0.5 s, the file of their debits in 3 s with the same bytes each time',
  run: ({ number }) =>
    onStage(async ({ database, startProduct }) => {
      const members = number('members', 10_000);
      const product = await startProduct();
      const cookie = await sessionOf(database, 'admin');
      const ask = async <T>(one: Ask): Promise<{ body: T; ms: number; text: string }> => {
        const answer = await product.requests.ask({ ...one, headers: { cookie, ...one.headers }, timeoutMs: 60_000 });
        if (answer.status !== 200) throw new Error(`${one.method ?? 'GET'} ${one.path} answered ${told(answer)}`);
        return { ...answer, body: JSON.parse(answer.text.startsWith('{') || answer.text.startsWith('[') ? answer.text : 'null') as T };
      };
      const post = <T>(path: string, body: unknown) => ask<T>({ method: 'POST', path, body });

      await post('/api/club-accounts', creditor);
      const startedAt = performance.now();
      await importMembers(product.requests, cookie, fileOf(members));
      const importMs = performance.now() - startedAt;
      await post('/api/fee-rules', { ...rule, name: 'Kinder und Jugendliche', ageTo: 17, cents: 6000, position: 10 });
      await post('/api/fee-rules', { ...rule, name: 'Erwachsene', cents: 12_000, position: 20 });

      const previewPath = `/api/fee-runs/preview?from=${year.from}&to=${year.to}`;
      const shown = await ask<Shown>({ path: previewPath });
      const booked = await post('/api/fee-runs', { ...year, dueOn: '2027-01-15', hash: shown.body.hash, tells: true });
      const again = await ask<Shown>({ path: previewPath });
      const page = await ask<Page>({ path: '/api/charges?limit=50' });
      const found = await ask<Page>({ path: '/api/charges?limit=50&search=Familie17' });

      const made = await post<Run>('/api/sepa-runs', { collectionDate: '2027-01-15' });
      const file = () => ask({ path: `/api/sepa-runs/${made.body.id}/file` });
      const files = [await file(), await file()];
      const [rows] = await database.sql<{ cents: number; twice: number }>(
        `select sum(cents)::float8 as cents, count(*)::int - count(distinct (person_id, label))::int as twice from charge where source = 'membership'`,
      );
      return [
        none(
          'members without a mandate of their payer',
          shown.body.debitCents === shown.body.newCents ? [] : ['debits are less than fees'],
        ),
        none(
          'sums that differ (shown, booked, collected)',
          new Set([shown.body.newCents, rows?.cents, made.body.totalCents]).size === 1
            ? []
            : [`${shown.body.newCents} ${rows?.cents} ${made.body.totalCents}`],
        ),
        none('charged twice', again.body.newLines === 0 && rows?.twice === 0 ? [] : [`${again.body.newLines} lines`]),
        none(
          'files that differ',
          new Set(files.map(({ text }) => createHash('sha256').update(text).digest('hex'))).size === 1 ? [] : ['bytes'],
        ),
        atMost(`import of ${members} with their mandates`, importMs / 1000, 60, ' s'),
        atMost('preview', shown.ms / 1000, 5, ' s'),
        atMost('booking with mails', booked.ms / 1000, 5, ' s'),
        atMost('preview of what is charged already', again.ms / 1000, 5, ' s'),
        atMost('page of open charges', page.ms / 1000, 0.5, ' s'),
        atMost('one family found', found.ms / 1000, 0.5, ' s'),
        atMost(`run of ${made.body.debits} debits`, made.ms / 1000, 10, ' s'),
        atMost('its file', Math.max(...files.map(({ ms }) => ms)) / 1000, 3, ' s'),
      ];
    }),
};

type Shown = { hash: string; newCents: number; newLines: number; debitCents: number };
type Page = { rows: unknown[] };
type Run = { id: string; totalCents: number; debits: number };

const creditor = {
  name: 'Girokonto',
  holder: 'RWA Probe',
  iban: 'DE02120300000000202051',
  creditorId: 'DE98ZZZ09999999999',
  isCollect: true,
  isPay: true,
};
const rule = { layer: 'base', validFrom: '2020-01-01', rhythm: 'year' };

/** Members, four of a name, of whom each pays by a mandate of their own. */
function fileOf(members: number): string {
  const two = (n: number) => String(n).padStart(2, '0');
  const rows = Array.from({ length: members }, (_, at) => {
    const family = Math.floor(at / ofOneName);
    const born = `${two((at % 28) + 1)}.${two((at % 12) + 1)}.${1950 + (at % 70)}`;
    return `${1000 + at};Familie${family};Vor${at};${born};${at % 2 ? 'w' : 'm'};59999;Auenfeld;m${at}@beispiel.example;01.01.2020;DE02500105170137075030;M-${at};01.02.2026`;
  });
  return [heading, ...rows].join('\n');
}

function told({ status, text }: Answered): string {
  return `${status}: ${text.slice(0, 300)}`;
}

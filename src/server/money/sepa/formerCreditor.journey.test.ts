import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ClubAccount } from '#shared/club/bankAccounts/contract.ts';
import type { SepaProposal, SepaRun } from '#shared/money/sepaRuns.ts';
import type { MemberRecord } from '#shared/people/members.ts';
import { setClock, today } from '#server/platform/process/clock.ts';
import { startServer, testTime, type Client, type TestServer } from '#test/harness.ts';

const [present, former] = ['DE98ZZZ09999999999', 'DE09ZZZ00000000001'];

let server: TestServer;
let anton: Client;
beforeAll(async () => {
  setClock(testTime);
  server = await startServer();
  await server.sql(`delete from club_account where club = 'GSV'`);
  await server.outdate();
  anton = await server.signedIn('admin', 'GSV');
  await anton.post<ClubAccount>('/api/club-accounts', {
    name: 'Girokonto',
    holder: 'Gesamtverein',
    iban: 'DE02120300000000202051',
    creditorId: present,
    formerCreditorId: former,
    isCollect: true,
    isPay: true,
  });
});
afterAll(async () => {
  setClock();
  await server.close();
});

/** A member with a mandate; how it came to the club differs. */
async function payer(name: string, origin: 'import' | 'paper'): Promise<string> {
  const { body } = await anton.post<MemberRecord>('/api/members', {
    firstname: 'Ole',
    lastname: name,
    birthDate: '1980-05-04',
    joinedOn: '2020-01-01',
    memberNo: name,
  });
  await anton.post('/api/mandates', {
    payerPersonId: body.personId,
    iban: 'DE02500105170137075030',
    accountHolder: `Ole ${name}`,
    signedOn: '2026-03-01',
    reference: name,
  });
  await server.sql('update sepa_mandate set origin = $1 where reference = $2', [origin, name]);
  return body.personId;
}

/** Collects 12 € of each person; returns the debits of the file by mandate. */
async function collect(personIds: readonly string[], { isDiscarded = false } = {}): Promise<Map<string, string>> {
  await server.sql(
    `insert into charge (id, club, reference, person_id, payer_person_id, source, label, cents, due_on, method, state, created_at)
     select gen_random_uuid(), 'GSV', 'GSV-' || nextval('charge_number_seq'), id, id, 'other', 'Beitrag', 1200, $2, 'sepa', 'open', now()
     from unnest($1::uuid[]) id where not exists (select from charge c where c.person_id = id and c.state = 'open')`,
    [personIds, today()],
  );
  await server.outdate();
  const { earliest } = (await anton.get<SepaProposal>('/api/sepa-runs/proposal')).body;
  const { body: run, status } = await anton.post<SepaRun>('/api/sepa-runs', { collectionDate: earliest });
  expect(status, JSON.stringify(run)).toBe(200);
  const { text } = await anton.get(`/api/sepa-runs/${run.id}/file`);
  if (isDiscarded) {
    const { version } = (await anton.get<{ rows: SepaRun[] }>('/api/sepa-runs')).body.rows[0] ?? {};
    expect((await anton.post(`/api/sepa-runs/${run.id}/state`, { to: 'cancelled', version })).status).toBe(200);
  }
  const debits = text.match(/<DrctDbtTxInf>.*?<\/DrctDbtTxInf>/gs) ?? [];
  return new Map(debits.map((debit) => [/<MndtId>(.*?)<\/MndtId>/.exec(debit)?.[1] ?? '', debit]));
}

const amendment = [
  '<AmdmntInd>true</AmdmntInd>',
  '<AmdmntInfDtls><OrgnlCdtrSchmeId><Id><PrvtId><Othr>',
  `<Id>${former}</Id><SchmeNm><Prtry>SEPA</Prtry></SchmeNm>`,
  '</Othr></PrvtId></Id></OrgnlCdtrSchmeId></AmdmntInfDtls>',
].join('');

test('the first debit of an imported mandate names the former creditor identifier, later ones and own mandates do not', async () => {
  const people = [await payer('ALT-1', 'import'), await payer('NEU-1', 'paper')];
  // A file that never reached the bank told it nothing.
  expect((await collect(people, { isDiscarded: true })).get('ALT-1')).toContain(former);
  const first = await collect(people);
  expect([...first.keys()].toSorted()).toEqual(['ALT-1', 'NEU-1']);
  expect(first.get('ALT-1')?.replaceAll(/>\s+</g, '><')).toContain(amendment);
  expect(first.get('NEU-1')).toContain('<DtOfSgntr>');
  expect(first.get('NEU-1')).not.toContain('AmdmntInfDtls');
  const second = await collect(people);
  expect([...second.keys()].toSorted()).toEqual(['ALT-1', 'NEU-1']);
  for (const debit of second.values()) expect(debit).not.toContain('AmdmntInfDtls');
});

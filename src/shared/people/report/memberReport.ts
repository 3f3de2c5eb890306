import { z } from 'zod';
import { endpoint } from '#shared/kernel/contract.ts';
import { clubName, id, localDate } from '#shared/kernel/fields.ts';
import { keysOf } from '#shared/kernel/keys.ts';

const count = z.int();

/** Numbers by gender: m, w, d as the association counts; o = declined to state, x = not recorded. */
const byGender = { m: count, w: count, d: count, o: count, x: count };

const genderCounts = z.object(byGender);
export type GenderCounts = z.infer<typeof genderCounts>;

/** Reasons why a member cannot be reported, or only with difficulty. */
const reportFaults = {
  'no-birth-date': 'Geburtsdatum fehlt',
  'no-gender': 'Geschlecht nicht erfasst',
  'gender-d': 'Geschlecht divers: manche Verbände und die alte ja.dat nehmen es nicht an',
  'too-old': 'älter als 105 Jahre',
  'no-department': 'keiner Abteilung zugeordnet',
  'no-association': 'Abteilung ohne Fachverband',
} as const;

export type ReportFault = keyof typeof reportFaults;

const memberReport = z.object({
  keyDate: localDate,
  total: count,
  averageAge: z.number().nullable(),
  years: z.array(z.object({ year: z.int(), ...byGender })).describe('Members by birth year, each counted once (A numbers).'),
  brackets: z
    .array(z.object({ from: z.int(), to: z.int().nullable(), ...byGender }))
    .describe('Members by age on the key date, each counted once.'),
  departments: z.array(z.object({ name: z.string(), association: z.string(), ...byGender })).describe('Members by department (B numbers).'),
  months: z.array(z.object({ month: z.string().describe('YYYY-MM'), joined: count, left: count })),
  faults: z.array(
    z.object({
      memberId: id,
      memberNo: z.string(),
      name: z.string(),
      fault: z.enum(keysOf(reportFaults)),
    }),
  ),
  isCut: z.boolean().describe('Whether there are more faults than listed.'),
  unreported: count.describe(
    'The number of members that cannot be reported in ja.dat: without birth date, or with a gender other than m and w.',
  ),
});

export type MemberReport = z.infer<typeof memberReport>;

/** A held session of a course in the diary. */
const diaryEntry = z.object({
  sessionId: id,
  day: localDate,
  start: z.string().describe('HH:MM in Europe/Berlin'),
  minutes: count,
  title: z.string(),
  department: z.string(),
  trainers: z.array(z.string()).describe('The persons who led the session; only the substitute if there was one.'),
  present: count.nullable(),
  note: z.string(),
});

export type DiaryEntry = z.infer<typeof diaryEntry>;

const period = { club: clubName.optional(), from: localDate, to: localDate };
const within = (access: 'memberStatistic.read') => ({ access, answerMs: 10_000 }) as const;

/** The trainers' diary and the membership report to the sports association (/admin/memberStatistic). */
export const memberReportContract = {
  report: endpoint(within('memberStatistic.read'), {
    method: 'GET',
    path: '/member-report',
    summary: 'Bestandserhebung zu einem Stichtag',
    description: 'Counts members on the key date once by birth year and gender, and once in each of their departments.',
  })
    .input(z.strictObject({ club: clubName.optional(), keyDate: localDate }))
    .output(memberReport),
  reportFile: endpoint(
    { ...within('memberStatistic.read'), fresh: true },
    {
      method: 'GET',
      path: '/member-report/file',
      summary: 'Bestandserhebung als Datei',
      description: '`csv` contains all counts; `ja` is the fixed-width file ja.dat of the sports associations.',
    },
  )
    .input(z.strictObject({ club: clubName.optional(), keyDate: localDate, format: z.enum(['csv', 'ja']) }))
    .output(z.file()),
  diary: endpoint(within('memberStatistic.read'), { method: 'GET', path: '/diary', summary: 'Tagebuch der gehaltenen Termine' })
    .input(z.strictObject(period))
    .output(
      z.object({
        entries: z.array(diaryEntry),
        isCut: z.boolean(),
        weeks: z.array(z.object({ monday: localDate, minutes: count, present: count })),
        trainers: z.array(z.object({ name: z.string(), sessions: count, minutes: count })),
      }),
    ),
  diaryFile: endpoint(
    { ...within('memberStatistic.read'), fresh: true },
    { method: 'GET', path: '/diary/file', summary: 'Tagebuch als CSV' },
  )
    .input(z.strictObject(period))
    .output(z.file()),
};

import { Link } from '@tanstack/react-router';
import { germanDate } from '#shared/calendar.ts';
import { percentOf, perSession, type StatRow } from '#shared/courseStat.ts';
import { courseStatusNames } from '#shared/courseWords.ts';
import { euros } from '#shared/money.ts';
import { RecordList, type Column } from '#web/ui/RecordList.tsx';
import classes from './statistics.module.css';

const columns: Column<StatRow>[] = [
  {
    name: 'title',
    label: 'Angebot',
    isName: true,
    cell: (row) => (
      <span className={classes['card']}>
        <Link to={`/admin/courses/${row.id}`}>{row.title}</Link>
        <span className={classes['quiet']}>
          {row.number} · {courseStatusNames[row.status]} · {periodOf(row)}
        </span>
      </span>
    ),
  },
  { name: 'department', label: 'Abteilung', cell: ({ department }) => department || '–' },
  { name: 'places', label: 'Plätze', cell: placesOf },
  { name: 'waited', label: 'Warteliste', cell: ({ waited }) => waited },
  { name: 'sessions', label: 'Gehalten', cell: sessionsOf },
  { name: 'attended', label: 'Anwesend', cell: ({ present, absent }) => (absent > 0 ? `${present}, ${absent} fehlten` : present) },
  { name: 'present', label: 'Je Termin', cell: (row) => perSession(row)?.toLocaleString('de-DE') ?? '–' },
  { name: 'members', label: 'Mitglieder', cell: ({ members, registered }) => `${members} von ${registered}` },
  { name: 'under18', label: 'Unter 18', cell: ({ under18 }) => under18 },
  { name: 'target', label: 'Soll', cell: ({ targetCents }) => euros(targetCents) },
  { name: 'paid', label: 'Bezahlt', cell: ({ paidCents }) => euros(paidCents) },
  { name: 'open', label: 'Offen', cell: ({ openCents }) => euros(openCents) },
];

/** One row for each course of the period; cards on a phone. */
export function StatTable({ rows }: { rows: readonly StatRow[] }) {
  return (
    <RecordList
      label="Angebote im Zeitraum"
      columns={columns}
      rows={rows}
      keyOf={({ id }) => id}
      empty={null}
      renderCard={(row) => (
        <span className={classes['card']}>
          <strong>{row.title}</strong>
          <span className={classes['quiet']}>
            {[row.number, row.department, courseStatusNames[row.status]].filter(Boolean).join(' · ')}
          </span>
          <span>
            Plätze: {placesOf(row)} · gehalten: {sessionsOf(row)}
          </span>
          <span>
            Bezahlt {euros(row.paidCents)}, offen {euros(row.openCents)}
          </span>
        </span>
      )}
    />
  );
}

function placesOf({ registered, placesMax, taken, places }: StatRow): string {
  return placesMax === null ? String(registered) : `${registered} von ${placesMax} (${percentOf(taken, places) ?? 0} %)`;
}

function sessionsOf({ sessionsHeld, sessionsPlanned, sessionsCancelled }: StatRow): string {
  const all = `${sessionsHeld} von ${sessionsHeld + sessionsPlanned}`;
  return sessionsCancelled > 0 ? `${all}, ${sessionsCancelled} fielen aus` : all;
}

function periodOf({ startsOn, endsOn }: StatRow): string {
  return endsOn ? `${germanDate(startsOn)} – ${germanDate(endsOn)}` : `seit ${germanDate(startsOn)}`;
}

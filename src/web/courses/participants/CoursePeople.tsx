import { Button, Group, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import type { ClubName } from '#shared/kernel/clubs.ts';
import { may } from '#shared/kernel/rights.ts';
import { pages } from '#shared/kernel/pages.ts';
import type { StaffedList } from '#shared/courses/enrolmentShapes.ts';
import { api } from '#web/lib/call/call.ts';
import { saveFile } from '#web/lib/saveFile.ts';
import { useAuth } from '#web/lib/session/session.ts';
import { useMutation } from '#web/lib/call/useMutation.ts';
import { Icon } from '#web/ui/plain/Icon.tsx';
import { Loading } from '#web/ui/notices/Loading.tsx';
import { notifyProblem } from '#web/ui/notices/notices.tsx';
import { useColumns } from '#web/ui/lists/useColumns.tsx';
import { Segments } from '#web/ui/filters/Segments.tsx';
import { AddParticipant } from './AddParticipant.tsx';
import { CourseSwitch } from './CourseSwitch.tsx';
import { CourseTable } from './CourseTable.tsx';
import { ParticipantTable, type PrintView } from './ParticipantTable.tsx';
import { SignSheet } from './SignSheet.tsx';
import { participantColumns } from './participantColumns.tsx';
import { paidInWords } from './participantWords.ts';
import classes from './participants.module.css';
import { participantsQuery } from './queries.ts';
import type { ExportFormat } from '#shared/kernel/fields.ts';

type CoursePeopleProps = {
  courseId: string;
  /** Another club than the viewer's: for a super. */ club: ClubName | undefined;
  view: PrintView;
  onView: (view: PrintView) => void;
};

/** The participants of one course, with actions for all of them. */
export function CoursePeople({ courseId, ...shown }: CoursePeopleProps) {
  const query = useQuery(participantsQuery(courseId));
  return query.data ? <List list={query.data} {...shown} /> : <Loading query={query} />;
}

function List({ list, club, view, onView }: Omit<CoursePeopleProps, 'courseId'> & { list: StaffedList }) {
  const { user } = useAuth();
  const [isAdding, setIsAdding] = useState(false);
  const actor = { role: user?.role.name };
  const mayEdit = Boolean(may(actor, 'participants.update', 'club'));
  const mayExport = Boolean(may(actor, 'participants.export', 'club'));
  const exporting = useMutation({
    mutationFn: (format: ExportFormat) => api.participations.export({ id: list.course.id, format }),
    onSuccess: saveFile,
    onError: notifyProblem,
  });
  const { shown: columns, chooser } = useColumns(
    'participants',
    useMemo(() => participantColumns(list), [list]),
  );
  const { placesMax } = list.course;
  return (
    <section aria-label={list.course.title}>
      <Group justify="space-between" className="no-print">
        <Link to="/admin/participants" search={club ? { club } : {}} className={classes['back']}>
          <Icon name="arrow-left" size={18} /> Alle Kurse
        </Link>
        <CourseSwitch courseId={list.course.id} club={club} />
      </Group>
      <h2>
        {list.course.title}{' '}
        <Text component="span" c="dimmed" size="sm">
          {list.course.number}
        </Text>
      </h2>
      <Text component="output" display="inline-block" mb="xs" mr="md">
        {list.occupied} {placesMax === null ? 'angemeldet' : `von ${placesMax} Plätzen vergeben`}
        {list.waiting > 0 && `, ${list.waiting} auf der Warteliste`}
      </Text>
      <Payments list={list} />
      {!list.mayOfferBySystem && list.waiting > 0 && <NoOffers lateJoin={list.course.lateJoin} />}
      <Group gap="xs" mb="sm" className="no-print">
        {mayEdit && (
          <Button leftSection={<Icon name="user-plus" size={18} />} onClick={() => setIsAdding(true)}>
            Anmelden
          </Button>
        )}
        {list.mayMail && (
          <Button
            variant="default"
            leftSection={<Icon name="mail" size={18} />}
            renderRoot={(props) => <Link {...props} to={pages.adminMail.path} search={{ course: list.course.id }} />}
          >
            Mail schreiben
          </Button>
        )}
        {mayEdit && (
          <Button variant="default" component={Link} to={`/admin/courses/${list.course.id}`}>
            Zum Angebot
          </Button>
        )}
        {mayExport && (
          <>
            <Button variant="default" loading={exporting.isPending} onClick={() => exporting.mutate('csv')}>
              CSV
            </Button>
            <Button variant="default" loading={exporting.isPending} onClick={() => exporting.mutate('xlsx')}>
              XLSX
            </Button>
          </>
        )}
        <Button variant="default" leftSection={<Icon name="printer" size={18} />} onClick={() => print()}>
          Drucken
        </Button>
        <Segments
          aria-label="Ansicht"
          value={view}
          onChange={onView}
          data={[
            { value: 'list', label: 'Liste' },
            { value: 'sheet', label: 'Unterschriften' },
            { value: 'emergency', label: 'Notfall' },
          ]}
        />
        {view === 'list' && list.rows.length > 0 && chooser}
      </Group>
      {view === 'list' && <CourseTable list={list} columns={columns} mayEdit={mayEdit} mayExport={mayExport} />}
      {view === 'sheet' && <SignSheet list={list} />}
      {view === 'emergency' && <ParticipantTable list={list} view={view} mayEdit={mayEdit} />}
      <AddParticipant of="course" id={list.course.id} isOpen={isAdding} onClose={() => setIsAdding(false)} />
    </section>
  );
}

/** How many have paid; who may bill comes to what is owed. */
function Payments({ list: { course, payments } }: { list: StaffedList }) {
  const { user } = useAuth();
  const paid = paidInWords(payments);
  if (!paid) return null;
  return (
    <Text component="span" display="inline-block" mb="xs" className="no-print">
      {may({ role: user?.role.name }, 'charges.manage', 'club') ? (
        <Link to={pages.adminCourseStat.path} search={{ tab: 'abrechnung', schritt: 'forderungen', course: course.id }}>
          {paid}
        </Link>
      ) : (
        paid
      )}
    </Text>
  );
}

/** Why free seats are not offered by themselves at the moment. */
function NoOffers({ lateJoin }: { lateJoin: string }) {
  return (
    <Text size="sm" mb="xs" className="no-print">
      {`Freie Plätze werden zurzeit nicht von selbst angeboten, bitte rufen Sie an: ${
        lateJoin === 'no'
          ? 'Der Kurs läuft schon oder beginnt in weniger als 24 Stunden.'
          : 'Der erste oder der letzte Termin ist in weniger als 24 Stunden.'
      }`}
    </Text>
  );
}

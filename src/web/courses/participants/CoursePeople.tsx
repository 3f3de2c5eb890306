import { Button, Group, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
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
import { Segments } from '#web/ui/filters/Segments.tsx';
import { AddParticipant } from './AddParticipant.tsx';
import { ParticipantTable, type PrintView } from './ParticipantTable.tsx';
import { SignSheet } from './SignSheet.tsx';
import { paidInWords } from './participantWords.ts';
import classes from './participants.module.css';
import { participantsQuery } from './queries.ts';
import type { ExportFormat } from '#shared/kernel/fields.ts';

/** The participants of one course, with actions for all of them. */
export function CoursePeople({ courseId, view, onView }: { courseId: string; view: PrintView; onView: (view: PrintView) => void }) {
  const query = useQuery(participantsQuery(courseId));
  return query.data ? <List list={query.data} view={view} onView={onView} /> : <Loading query={query} />;
}

function List({ list, view, onView }: { list: StaffedList; view: PrintView; onView: (view: PrintView) => void }) {
  const { user } = useAuth();
  const [isAdding, setIsAdding] = useState(false);
  const actor = { role: user?.role.name };
  const mayEdit = Boolean(may(actor, 'participants.update', 'club'));
  const exporting = useMutation({
    mutationFn: (format: ExportFormat) => api.participations.export({ id: list.course.id, format }),
    onSuccess: saveFile,
    onError: notifyProblem,
  });
  const { placesMax } = list.course;
  const mayBill = Boolean(may(actor, 'charges.manage', 'club'));
  const paid = paidInWords(list.payments);
  return (
    <section aria-label={list.course.title}>
      <Link to="/admin/participants" search={({ club }: { club?: string }) => (club ? { club } : {})} className={classes['back']}>
        <Icon name="arrow-left" size={18} /> Alle Kurse
      </Link>
      <h2>
        {list.course.title}{' '}
        <Text component="span" c="dimmed" size="sm">
          {list.course.number}
        </Text>
      </h2>
      <Text component="output" display="block" mb="xs">
        {list.occupied} {placesMax === null ? 'angemeldet' : `von ${placesMax} Plätzen vergeben`}
        {list.waiting > 0 && `, ${list.waiting} auf der Warteliste`}
      </Text>
      {paid && (
        <Text mb="xs" className="no-print">
          {mayBill ? (
            <Link to={pages.adminCourseStat.path} search={{ tab: 'abrechnung', schritt: 'forderungen', course: list.course.id }}>
              {paid}
            </Link>
          ) : (
            paid
          )}
        </Text>
      )}
      {!list.mayOfferBySystem && list.waiting > 0 && (
        <Text size="sm" mb="xs" className="no-print">
          {`Freie Plätze werden zurzeit nicht von selbst angeboten, bitte rufen Sie an: ${
            list.course.lateJoin === 'no'
              ? 'Der Kurs läuft schon oder beginnt in weniger als 24 Stunden.'
              : 'Der erste oder der letzte Termin ist in weniger als 24 Stunden.'
          }`}
        </Text>
      )}
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
        <Button variant="default" component={Link} to={`/admin/courses/${list.course.id}`} disabled={!mayEdit}>
          Zum Angebot
        </Button>
        {may(actor, 'participants.export', 'club') && (
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
      </Group>
      {view === 'sheet' ? <SignSheet list={list} /> : <ParticipantTable list={list} view={view} mayEdit={mayEdit} />}
      <AddParticipant of="course" id={list.course.id} isOpen={isAdding} onClose={() => setIsAdding(false)} />
    </section>
  );
}

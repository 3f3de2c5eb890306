import { Paper, Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import type { ClubName } from '#shared/kernel/clubs.ts';
import type { EditedCourse } from '#shared/courses/courseShapes.ts';
import { PriceChangePart } from '../priceChanges/PriceChangePart.tsx';
import { BasicFields, ContactFields, TextFields, type Form } from './BasicFields.tsx';
import { placeOf, type EditorPart } from './editorParts.ts';
import { PartIndex } from './PartIndex.tsx';
import classes from './parts.module.css';
import { PriceFields, TrainerFields } from './PeopleFields.tsx';
import { PlaceFields, RuleFields } from './RuleFields.tsx';
import { SessionList } from './SessionList.tsx';
import { TimeFields } from './TimeFields.tsx';

type CoursePartsProps = {
  form: Form;
  /** A new key resets the text editor, which reads its text only on mount. */ textKey: string;
  club: ClubName;
  course: EditedCourse | undefined;
};

/** The fields of an offer in sections beside their index, and its sessions. */
export function CourseParts({ form, textKey, club, course }: CoursePartsProps) {
  const isTemplate = course?.isTemplate ?? false;
  const changesPrice = course && course.kind === 'permanent' && course.status !== 'draft';
  const parts: { name: EditorPart; title: string; content: ReactNode }[] = [
    { name: 'basic', title: 'Angebot', content: <BasicFields form={form} club={club} /> },
    {
      name: 'times',
      title: 'Zeiten und Termine',
      content: <TimeFields form={form} club={club} course={course} isTemplate={isTemplate} />,
    },
    {
      name: 'people',
      title: 'Leitung und Preise',
      content: (
        <>
          <TrainerFields form={form} club={club} />
          <PriceFields form={form} />
          {changesPrice && <PriceChangePart courseId={course.id} />}
        </>
      ),
    },
    { name: 'text', title: 'Beschreibung und Bild', content: <TextFields form={form} club={club} textKey={textKey} /> },
    { name: 'places', title: 'Plätze, Anmeldung und Warteliste', content: <PlaceFields form={form} /> },
    { name: 'rules', title: 'Wer darf, Schnuppern, Absagen', content: <RuleFields form={form} /> },
    { name: 'contact', title: 'Kontakt', content: <ContactFields form={form} /> },
    ...(course && !isTemplate
      ? [{ name: 'sessions' as const, title: `Termine (${course.sessions.length})`, content: <SessionList course={course} /> }]
      : []),
  ];
  return (
    <div className={classes['frame']}>
      <PartIndex parts={parts} form={form} lacks={course?.missing ?? []} />
      <Stack className={classes['parts']}>
        {parts.map(({ name, title, content }) => (
          <Paper key={name} withBorder component="section" p="md" className={classes['part']} aria-labelledby={placeOf(name)}>
            <h2 id={placeOf(name)} tabIndex={-1}>
              {title}
            </h2>
            <Stack gap="sm">{content}</Stack>
          </Paper>
        ))}
      </Stack>
    </div>
  );
}

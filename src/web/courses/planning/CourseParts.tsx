import { Accordion, Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import type { ClubName } from '#shared/kernel/clubs.ts';
import type { EditedCourse } from '#shared/courses/courseShapes.ts';
import { PriceChangePart } from '../priceChanges/PriceChangePart.tsx';
import { BasicFields, ContactFields, TextFields, type Form } from './BasicFields.tsx';
import type { EditorPart } from './editorParts.ts';
import { PriceFields, TrainerFields } from './PeopleFields.tsx';
import { PlaceFields, RuleFields } from './RuleFields.tsx';
import { SessionList } from './SessionList.tsx';
import { TimeFields } from './TimeFields.tsx';

type CoursePartsProps = {
  form: Form;
  /** A new key resets the text editor, which reads its text only on mount. */ textKey: string;
  club: ClubName;
  course: EditedCourse | undefined;
  open: string[];
  onOpen: (parts: string[]) => void;
};

/** The fields of an offer in collapsible sections, and its sessions. */
export function CourseParts({ form, textKey, club, course, open, onOpen }: CoursePartsProps) {
  const isTemplate = course?.isTemplate ?? false;
  return (
    <Accordion multiple value={open} onChange={onOpen} transitionDuration={0} variant="separated" mt="md" order={2}>
      <Part value="basic" title="Angebot">
        <BasicFields form={form} club={club} />
      </Part>
      <Part value="times" title="Zeiten und Termine">
        <TimeFields form={form} club={club} course={course} isTemplate={isTemplate} />
      </Part>
      <Part value="people" title="Leitung und Preise">
        <TrainerFields form={form} club={club} />
        <PriceFields form={form} />
        {course && course.kind === 'permanent' && course.status !== 'draft' && <PriceChangePart courseId={course.id} />}
      </Part>
      <Part value="text" title="Beschreibung und Bild">
        <TextFields form={form} club={club} textKey={textKey} />
      </Part>
      <Part value="places" title="Plätze, Anmeldung und Warteliste">
        <PlaceFields form={form} />
      </Part>
      <Part value="rules" title="Wer darf, Schnuppern, Absagen">
        <RuleFields form={form} />
      </Part>
      <Part value="contact" title="Kontakt">
        <ContactFields form={form} />
      </Part>
      {course && !isTemplate && (
        <Part value="sessions" title={`Termine (${course.sessions.length})`}>
          <SessionList course={course} />
        </Part>
      )}
    </Accordion>
  );
}

function Part({ value, title, children }: { value: EditorPart; title: string; children: ReactNode }) {
  return (
    <Accordion.Item value={value}>
      <Accordion.Control>{title}</Accordion.Control>
      <Accordion.Panel>
        <Stack gap="sm">{children}</Stack>
      </Accordion.Panel>
    </Accordion.Item>
  );
}

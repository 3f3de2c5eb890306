import { Button, Modal } from '@mantine/core';
import { useState } from 'react';
import type { EditedCourse } from '#shared/courses/courseShapes.ts';
import { MoveManyForm } from './MoveManyForm.tsx';
import { useComing } from './useComing.ts';

/** Moves the sessions of a range of days; hidden for a course with a single future session. */
export function MoveSessions({ course }: { course: Pick<EditedCourse, 'id' | 'sessions'> }) {
  const [isOpen, setOpen] = useState(false);
  const coming = useComing(course.sessions);
  if (coming.length < 2 && !isOpen) return null;
  return (
    <>
      <Button className="no-print" variant="default" onClick={() => setOpen(true)}>
        Mehrere verlegen …
      </Button>
      <Modal opened={isOpen} onClose={() => setOpen(false)} title="Mehrere Termine verlegen" centered size="lg">
        <MoveManyForm courseId={course.id} coming={coming} onClose={() => setOpen(false)} />
      </Modal>
    </>
  );
}

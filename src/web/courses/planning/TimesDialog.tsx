import { Button, Modal, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import type { CourseFields } from '#shared/courses/courseShapes.ts';
import { today } from '#web/lib/berlinDay.ts';
import { DayField } from '#web/ui/forms/DayField.tsx';

type TimesDialogProps = {
  /** The values to save; undefined while closed. */ values: CourseFields | undefined;
  onClose: () => void;
  onSave: (values: CourseFields, from?: string) => void;
};

/** Asks whether changed times apply to all future sessions or from a given day. Past sessions keep their times. */
export function TimesDialog({ values, onClose, onSave }: TimesDialogProps) {
  const [from, setFrom] = useState<string | undefined>(today);
  return (
    <Modal opened={values !== undefined} onClose={onClose} title="Korrektur oder ab Datum?" centered>
      {values && (
        <Stack>
          <Text size="sm">Die Zeiten haben sich geändert. Vergangene Termine bleiben in jedem Fall, wie sie waren.</Text>
          <Button variant="default" onClick={() => onSave(values)}>
            Korrektur: gilt für alle künftigen Termine
          </Button>
          <DayField label="Gilt ab" hasVisibleLabel isRequired value={from} onChange={setFrom} />
          <Button disabled={!from} onClick={() => from && onSave(values, from)}>
            Ab diesem Datum ändern
          </Button>
        </Stack>
      )}
    </Modal>
  );
}

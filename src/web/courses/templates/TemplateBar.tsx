import { Button, Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import type { EditedCourse } from '#shared/courses/courseShapes.ts';
import { Icon } from '#web/ui/plain/Icon.tsx';
import { CopyDialog } from '../planning/CopyDialog.tsx';
import { DeleteDraft } from '../planning/status/DeleteDraft.tsx';

/** The actions on a template: creating an offer from it. */
export function TemplateBar({ course }: { course: EditedCourse }) {
  const [isCopying, setIsCopying] = useState(false);
  return (
    <Stack gap="xs">
      <Text size="sm">
        Diese Vorlage ist kein Angebot: Sie hat keine Termine und keine Anmeldungen. Beginn und Ende sagen nur, wie lange ein Angebot
        dauert.
      </Text>
      <Group gap="xs">
        <Button leftSection={<Icon name="plus" size={18} />} onClick={() => setIsCopying(true)}>
          Neues Angebot daraus …
        </Button>
        <DeleteDraft course={course} />
      </Group>
      <CopyDialog course={course} isOpen={isCopying} onClose={() => setIsCopying(false)} />
    </Stack>
  );
}

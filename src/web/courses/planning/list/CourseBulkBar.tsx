import { Button, List, Modal, Stack, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { ManagedCourse } from '#shared/courses/courseShapes.ts';
import { courseSets } from '#shared/courses/courseStates.ts';
import { SelectionBar } from '#web/ui/lists/SelectionBar.tsx';
import { notify, notifyProblem } from '#web/ui/notices/notices.tsx';
import { CopyMany } from '../../templates/CopyMany.tsx';
import { usePublishMany, type Unpublished } from './usePublishMany.ts';

type CourseBulkBarProps = { chosen: readonly ManagedCourse[]; onClear: () => void };

/** What can be done to all ticked offers at once. */
export function CourseBulkBar({ chosen, onClear }: CourseBulkBarProps) {
  const [left, setLeft] = useState<readonly Unpublished[]>([]);
  const { publish, isPending, doneCount } = usePublishMany();
  const waiting = chosen.filter(({ status }) => courseSets.waiting.includes(status));
  const publishAll = () =>
    publish(waiting, {
      onError: notifyProblem,
      onSuccess: (unpublished) => {
        const count = waiting.length - unpublished.length;
        if (count > 0) notify(count === 1 ? 'Ein Angebot ist veröffentlicht.' : `${count} Angebote sind veröffentlicht.`);
        setLeft(unpublished);
        onClear();
      },
    });
  return (
    <>
      <SelectionBar count={chosen.length} onClear={onClear}>
        {isPending && <Text size="sm" component="output">{`${doneCount} von ${waiting.length} veröffentlicht`}</Text>}
        {waiting.length > 0 && (
          <Button px="sm" loading={isPending} onClick={publishAll}>
            {waiting.length === chosen.length ? 'Veröffentlichen' : `${waiting.length} veröffentlichen`}
          </Button>
        )}
        <CopyMany ids={chosen.map(({ id }) => id)} onDone={onClear} />
      </SelectionBar>
      <UnpublishedDialog left={left} onClose={() => setLeft([])} />
    </>
  );
}

/** Names what was not published, why, and leads to it. */
function UnpublishedDialog({ left, onClose }: { left: readonly Unpublished[]; onClose: () => void }) {
  const title = left.length === 1 ? 'Ein Angebot ist noch nicht veröffentlicht' : `${left.length} Angebote sind noch nicht veröffentlicht`;
  return (
    <Modal opened={left.length > 0} onClose={onClose} title={title} centered>
      <Stack gap="sm">
        {left.map((one) => (
          <div key={one.id}>
            <Link to={`/admin/courses/${one.id}`}>{one.title}</Link>
            <List size="sm">
              {one.reasons.map((reason) => (
                <List.Item key={reason}>{reason}</List.Item>
              ))}
            </List>
          </div>
        ))}
      </Stack>
    </Modal>
  );
}

import { Button, Checkbox, Group, Modal, Stack, Text, TextInput } from '@mantine/core';
import type { ClubName } from '#shared/kernel/clubs.ts';
import { handingIn, type ReportSnapshot } from '#shared/people/report/reportSnapshots.ts';
import { today } from '#web/lib/berlinDay.ts';
import { applyProblem } from '#web/ui/forms/applyProblem.ts';
import { DayField } from '#web/ui/forms/DayField.tsx';
import { dayInput } from '#web/ui/forms/dayInput.ts';
import { FormProblem } from '#web/ui/forms/FormProblem.tsx';
import { useShapeForm } from '#web/ui/forms/useShapeForm.ts';
import { notify } from '#web/ui/notices/notices.tsx';
import { useReportMutations } from './queries.ts';

type HandInDialogProps = {
  snapshot: ReportSnapshot;
  /** The submitted report of the same key date. */ replaced: ReportSnapshot | undefined;
  club: ClubName;
  onClose: () => void;
};

/** Records when a report was submitted, and its number at the portal. */
export function HandInDialog({ snapshot: { id, version }, replaced, club, onClose }: HandInDialogProps) {
  const { handIn } = useReportMutations(club);
  const isReleased = replaced?.isReleased === true;
  const form = useShapeForm({ on: today(), portalReference: '', isReleased }, handingIn);
  const save = (values: typeof form.values) =>
    handIn.mutate(
      { id, version, ...values },
      {
        onError: (error) => applyProblem(form, error),
        onSuccess: () => {
          notify('Die Meldung ist als abgegeben vermerkt.');
          onClose();
        },
      },
    );
  return (
    <Modal opened onClose={onClose} title="Als abgegeben vermerken" centered>
      <form onSubmit={form.onSubmit(save)} noValidate>
        <Stack gap="sm">
          <Text size="sm">Das lässt sich nicht zurücknehmen. Eine Korrektur ist eine neue Meldung, die diese ersetzt.</Text>
          <DayField label="Abgegeben am" hasVisibleLabel max={today()} {...dayInput(form, 'on', today())} />
          <TextInput label="Kennung im Portal" maxLength={60} {...form.getInputProps('portalReference')} />
          {isReleased && (
            <Checkbox
              label="Auch diese Meldung für den GSV freigeben, wie die bisherige"
              {...form.getInputProps('isReleased', { type: 'checkbox' })}
            />
          )}
          <FormProblem error={handIn.error} fields={Object.keys(form.values)} />
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              Abbrechen
            </Button>
            <Button type="submit" loading={handIn.isPending}>
              Vermerken
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}

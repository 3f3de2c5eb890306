import { Alert, Button, Group, List, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { germanDate } from '#shared/kernel/calendar.ts';
import { eraseInput, type ErasurePreview } from '#shared/office/privacy.ts';
import { applyProblem } from '#web/ui/forms/applyProblem.ts';
import { FormButtons } from '#web/ui/forms/FormButtons.tsx';
import { FormProblem } from '#web/ui/forms/FormProblem.tsx';
import { Icon } from '#web/ui/plain/Icon.tsx';
import { notify } from '#web/ui/notices/notices.tsx';
import { PagePart } from '#web/ui/plain/PagePart.tsx';
import { useShapeForm } from '#web/ui/forms/useShapeForm.ts';
import { usePrivacyMutations } from './queries.ts';

const shape = eraseInput.pick({ name: true });

/** What an erasure deletes and what must be retained; the name must be typed as a confirmation, since it is irreversible. */
export function ErasurePart({ preview, onErased }: { preview: ErasurePreview; onErased: () => void }) {
  const { blockers, goes, stays } = preview;
  const [isAsking, setIsAsking] = useState(false);
  return (
    <PagePart title="Löschen" lead="Endgültig: Auch aus einer älteren Sicherung kommt die Person nicht zurück.">
      <Stack gap="sm">
        {blockers.length > 0 && (
          <Alert color="waiting" variant="light" title="Vorher zu klären" icon={<Icon name="alert-triangle" />}>
            <List size="sm">
              {blockers.map((text) => (
                <List.Item key={text}>{text}</List.Item>
              ))}
            </List>
          </Alert>
        )}
        <div>
          <Text fw={600}>Wird gelöscht</Text>
          <List size="sm">
            {goes.map(({ what, count }) => (
              <List.Item key={what}>
                {what}
                {count > 1 && ` (${count})`}
              </List.Item>
            ))}
          </List>
        </div>
        {stays.length > 0 && (
          <div>
            <Text fw={600}>Muss bleiben</Text>
            <List size="sm">
              {stays.map(({ what, count, until, why }) => (
                <List.Item key={what}>
                  {what}
                  {count > 1 && ` (${count})`}
                  {until && ` bis ${germanDate(until)}`} – {why}
                </List.Item>
              ))}
            </List>
          </div>
        )}
        {!isAsking && (
          <Group>
            <Button color="danger" variant="outline" disabled={blockers.length > 0} onClick={() => setIsAsking(true)}>
              Person löschen …
            </Button>
          </Group>
        )}
        {isAsking && <ConfirmForm preview={preview} onErased={onErased} onCancel={() => setIsAsking(false)} />}
      </Stack>
    </PagePart>
  );
}

function ConfirmForm({
  preview: { id, name, version },
  onErased,
  onCancel,
}: {
  preview: ErasurePreview;
  onErased: () => void;
  onCancel: () => void;
}) {
  const { erase } = usePrivacyMutations();
  const form = useShapeForm({ name: '' }, shape);
  const submit = form.onSubmit((typed) =>
    erase.mutate(
      { id, name: typed.name.trim(), version },
      {
        onSuccess: () => {
          notify('Die Person ist gelöscht.');
          onErased();
        },
        onError: (error) => applyProblem(form, error),
      },
    ),
  );
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="sm" maw={420}>
        <TextInput label={`Zur Sicherheit: Schreiben Sie „${name}“`} data-autofocus autoComplete="off" {...form.getInputProps('name')} />
        <FormProblem error={erase.error} fields={['name']} />
        <FormButtons
          action="Endgültig löschen"
          isGrave
          isBusy={erase.isPending}
          isDisabled={form.values.name.trim() !== name}
          onCancel={onCancel}
        />
      </Stack>
    </form>
  );
}

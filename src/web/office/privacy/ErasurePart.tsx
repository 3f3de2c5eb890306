import { Alert, Button, Group, List, Stack, Text, TextInput } from '@mantine/core';
import { useState, type FormEvent } from 'react';
import { germanDate } from '#shared/kernel/calendar.ts';
import type { ErasurePreview } from '#shared/office/privacy.ts';
import { FormProblem } from '#web/ui/forms/FormProblem.tsx';
import { Icon } from '#web/ui/plain/Icon.tsx';
import { notify } from '#web/ui/notices/notices.tsx';
import { PagePart } from '#web/ui/plain/PagePart.tsx';
import { usePrivacyMutations } from './queries.ts';

/** What an erasure takes and what must stay; the name is typed once more before it is done, since it cannot be undone. */
export function ErasurePart({ preview, onErased }: { preview: ErasurePreview; onErased: () => void }) {
  const { id, name, version, blockers, goes, stays } = preview;
  const { erase } = usePrivacyMutations();
  const [isAsking, setIsAsking] = useState(false);
  const [typed, setTyped] = useState('');

  const handleSubmit = (event: FormEvent) => {
    event.preventDefault();
    erase.mutate(
      { id, name: typed.trim(), version },
      {
        onSuccess: () => {
          notify('Die Person ist gelöscht.');
          onErased();
        },
      },
    );
  };
  return (
    <PagePart title="Löschen" lead="Endgültig: Auch aus einer älteren Sicherung kommt die Person nicht zurück.">
      <Stack gap="sm">
        {blockers.length > 0 && (
          <Alert color="orange" variant="light" title="Vorher zu klären" icon={<Icon name="alert-triangle" />}>
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
            <Button color="red.9" variant="outline" disabled={blockers.length > 0} onClick={() => setIsAsking(true)}>
              Person löschen …
            </Button>
          </Group>
        )}
        {isAsking && (
          <form onSubmit={handleSubmit}>
            <Stack gap="sm" maw={420}>
              <TextInput
                label={`Zur Sicherheit: Schreiben Sie „${name}“`}
                value={typed}
                onChange={(event) => setTyped(event.currentTarget.value)}
                data-autofocus
                autoComplete="off"
              />
              <FormProblem error={erase.error} />
              <Group>
                <Button type="submit" color="red.9" loading={erase.isPending} disabled={typed.trim() !== name}>
                  Endgültig löschen
                </Button>
                <Button variant="default" onClick={() => setIsAsking(false)}>
                  Abbrechen
                </Button>
              </Group>
            </Stack>
          </form>
        )}
      </Stack>
    </PagePart>
  );
}

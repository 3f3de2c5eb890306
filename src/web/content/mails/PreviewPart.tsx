import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import type { MailFile, MailPreview } from '#shared/content/mails.ts';
import { confirm } from '#web/ui/notices/confirm.tsx';
import { PagePart } from '#web/ui/plain/PagePart.tsx';
import { Sample } from './Sample.tsx';
import { isReadable, toInstant, whenWords, WhenFields } from './WhenFields.tsx';

type PreviewPartProps = {
  preview: MailPreview;
  /** The attachments at the time of the preview. */ files: readonly MailFile[];
  /** Whether the form has changed since. */ isStale: boolean;
  isSending: boolean;
  isTesting: boolean;
  /** Whether it may be scheduled; leaders of a course send at once. */ mayPlan: boolean;
  onTest: () => void;
  onSend: (sendAt: string | undefined) => void;
};

/** The recipients, the exclusions with their reasons, and samples of the mail; sends it. */
export function PreviewPart({ preview, files, isStale, isSending, isTesting, mayPlan, onTest, onSend }: PreviewPartProps) {
  const [when, setWhen] = useState<string>();
  const { recipients, people } = preview;
  const sendAt = when === undefined ? undefined : toInstant(when);
  const ask = () =>
    confirm({
      title: sendAt ? `An etwa ${recipients} Empfänger senden, ${whenWords(sendAt)}?` : `An ${recipients} Empfänger senden?`,
      text: sendAt
        ? 'Wer sie bekommt, wird erst dann bestimmt. Bis dahin lässt sie sich zurückziehen.'
        : 'Jede Adresse bekommt eine eigene Mail. Was gesendet ist, lässt sich nicht zurückholen.',
      action: sendAt ? 'Planen' : 'Senden',
      onConfirm: () => onSend(sendAt),
    });
  return (
    <PagePart title={`${recipients} Empfänger, ${people} ${people === 1 ? 'Person' : 'Personen'}`}>
      <Stack gap="sm">
        {notesOf(preview).map((note) => (
          <Text size="sm" key={note}>
            {note}
          </Text>
        ))}
        {preview.missing.length > 0 && <Missing names={preview.missing} count={preview.withoutAddress} />}
        <Sample preview={preview} />
        {files.length > 0 && <Text size="sm">Anhang: {files.map(({ name }) => name).join(', ')}</Text>}
        {isStale && <Alert color="waiting">Sie haben seitdem etwas geändert. Bitte rufen Sie die Vorschau neu auf.</Alert>}
        {mayPlan && <WhenFields value={when} onChange={setWhen} />}
        <Group>
          <Button variant="default" loading={isTesting} onClick={onTest}>
            Probemail an mich
          </Button>
          <Button disabled={isStale || recipients === 0 || !isReadable(when)} loading={isSending} onClick={ask}>
            {sendAt ? `Für ${recipients} Empfänger planen` : `An ${recipients} Empfänger senden`}
          </Button>
        </Group>
      </Stack>
    </PagePart>
  );
}

function notesOf({ toParents, withoutAddress, withoutConsent, former, undeliverable }: MailPreview): string[] {
  return [
    toParents > 0 && `Bei ${toParents} Minderjährigen geht sie an die Eltern.`,
    withoutAddress > 0 && `${withoutAddress} ohne E-Mail-Adresse bekommen nichts.`,
    withoutConsent > 0 && `${withoutConsent} haben dem Newsletter nicht zugestimmt.`,
    former > 0 && `${former} sind nicht mehr Mitglied; ihnen darf nur mit Einwilligung geschrieben werden.`,
    undeliverable > 0 && `${undeliverable} Adressen nehmen keine Mails an.`,
  ].filter((note) => note !== false);
}

/** People who must be notified by other means. */
function Missing({ names, count }: { names: readonly string[]; count: number }) {
  return (
    <details>
      <summary>Wer hat keine Adresse?</summary>
      <Text size="sm" mt={4}>
        {names.join(', ')}
        {count > names.length && ` und ${count - names.length} weitere`}
      </Text>
    </details>
  );
}

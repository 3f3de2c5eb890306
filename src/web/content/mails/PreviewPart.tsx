import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import type { MailPreview } from '#shared/content/mails.ts';
import { confirm } from '#web/ui/notices/confirm.tsx';
import { PagePart } from '#web/ui/plain/PagePart.tsx';
import classes from './mails.module.css';

type PreviewPartProps = {
  preview: MailPreview;
  /** Whether something was changed since. */ isStale: boolean;
  isSending: boolean;
  isTesting: boolean;
  onTest: () => void;
  onSend: () => void;
};

/** How many get the mail, who is left out and why, and the mail as the first of them reads it. */
export function PreviewPart({ preview, isStale, isSending, isTesting, onTest, onSend }: PreviewPartProps) {
  const { recipients, people, sample } = preview;
  const notes = [
    preview.toParents > 0 && `Bei ${preview.toParents} Minderjährigen geht sie an die Eltern.`,
    preview.withoutAddress > 0 && `${preview.withoutAddress} ohne E-Mail-Adresse bekommen nichts.`,
    preview.withoutConsent > 0 && `${preview.withoutConsent} haben dem Newsletter nicht zugestimmt.`,
    preview.former > 0 && `${preview.former} sind nicht mehr Mitglied; ihnen darf nur mit Einwilligung geschrieben werden.`,
    preview.undeliverable > 0 && `${preview.undeliverable} Adressen nehmen keine Mails an.`,
  ].filter((note) => note !== false);
  const ask = () =>
    confirm({
      title: `An ${recipients} Empfänger senden?`,
      text: 'Jede Adresse bekommt eine eigene Mail. Was gesendet ist, lässt sich nicht zurückholen.',
      action: 'Senden',
      onConfirm: onSend,
    });
  return (
    <PagePart title={`${recipients} Empfänger, ${people} ${people === 1 ? 'Person' : 'Personen'}`}>
      <Stack gap="sm">
        {notes.map((note) => (
          <Text size="sm" key={note}>
            {note}
          </Text>
        ))}
        {sample.length > 0 && (
          <Text size="sm" c="dimmed">
            Zum Beispiel: {sample.map(({ name, email }) => `${name} (${email})`).join(', ')}
          </Text>
        )}
        <pre className={classes['letter']}>{preview.text}</pre>
        {isStale && <Alert color="orange">Sie haben seitdem etwas geändert. Bitte rufen Sie die Vorschau neu auf.</Alert>}
        <Group>
          <Button variant="default" loading={isTesting} onClick={onTest}>
            Probemail an mich
          </Button>
          <Button disabled={isStale || recipients === 0} loading={isSending} onClick={ask}>
            An {recipients} Empfänger senden
          </Button>
        </Group>
      </Stack>
    </PagePart>
  );
}

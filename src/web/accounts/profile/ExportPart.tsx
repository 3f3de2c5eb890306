import { saveFile } from '#web/lib/saveFile.ts';
import { PagePart } from '#web/ui/plain/PagePart.tsx';
import { failureText } from '../sessions/failureText.ts';
import { FormButton } from '../sessions/FormButton.tsx';
import { Notice } from '../sessions/Notice.tsx';
import { useExport } from '../sessions/queries.ts';

/** Everything that the portal knows of oneself, as a file (DSGVO Art. 15 and 20). */
export function ExportPart() {
  const { mutate, isPending, isSuccess, error } = useExport();
  const handleClick = () =>
    mutate(undefined, {
      onSuccess: (data) => saveFile(new File([JSON.stringify(data, null, 2)], 'meine-daten.json', { type: 'application/json' })),
    });
  return (
    <PagePart
      title="Meine Daten mitnehmen"
      lead="Sie bekommen alles, was das Portal über Sie gespeichert hat, als JSON-Datei. Davor fragen wir nach Ihrem Passwort, wenn Ihre Anmeldung älter als 15 Minuten ist."
    >
      {error && <Notice kind="bad">{failureText(error)}</Notice>}
      {isSuccess && <Notice kind="good">Die Datei „meine-daten.json“ liegt bei Ihren Downloads.</Notice>}
      <FormButton type="button" look="quiet" isBusy={isPending} busyText="Ihre Daten werden zusammengestellt." onClick={handleClick}>
        Daten herunterladen
      </FormButton>
    </PagePart>
  );
}

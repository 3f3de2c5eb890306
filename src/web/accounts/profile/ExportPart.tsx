import type { ReactNode } from 'react';
import type { OwnExport, OwnFile } from '#shared/accounts/identity.ts';
import { saveFile } from '#web/lib/saveFile.ts';
import { RowPart } from '#web/ui/rows/RowPart.tsx';
import { failureText } from '#web/lib/call/failure.ts';
import { FormButton } from '../sessions/FormButton.tsx';
import { Notice } from '../sessions/Notice.tsx';
import { useExport } from '../sessions/queries.ts';

/** Renders a person's data export; a higher floor knows what its parts mean. */
type ReadFile = (file: OwnFile) => ReactNode;

type ExportPartProps = { readFile: ReadFile; /** Builds the German file to download. */ fileOf: (all: OwnExport) => object };

/** All data that the clubs and the portal hold on the user and their children, to read and to download (GDPR Art. 15 and 20). */
export function ExportPart({ readFile, fileOf }: ExportPartProps) {
  const { mutate, isPending, data, error } = useExport();
  const handleClick = () =>
    mutate(undefined, {
      onSuccess: (all) => saveFile(new File([JSON.stringify(fileOf(all), null, 2)], 'meine-daten.json', { type: 'application/json' })),
    });
  return (
    <RowPart
      id="mitnehmen"
      title="Meine Daten mitnehmen"
      state="Zum Lesen und als Datei"
      lead="Sie bekommen alles, was die Vereine und das Portal über Sie und Ihre Kinder gespeichert haben: zum Lesen und als Datei. Davor fragen wir nach Ihrem Passwort, wenn Sie schon länger eingeloggt sind."
    >
      {error && <Notice kind="bad">{failureText(error)}</Notice>}
      <FormButton type="button" look="quiet" isBusy={isPending} busyText="Ihre Daten werden zusammengestellt." onClick={handleClick}>
        Daten herunterladen
      </FormButton>
      {data && (
        <>
          <Notice kind="good">
            Die Datei „meine-daten.json“ liegt bei Ihren Downloads. {data.people.length > 0 && 'Zum Lesen steht alles auch hier:'}
          </Notice>
          {data.people.map((file) => (
            <details key={`${file.club} ${file.name}`}>
              <summary>
                {file.name} ({file.club})
              </summary>
              {readFile(file)}
            </details>
          ))}
        </>
      )}
    </RowPart>
  );
}

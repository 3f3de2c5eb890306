import { Alert, Button, Group, List, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { api } from '#web/lib/call/call.ts';
import { saveFile } from '#web/lib/saveFile.ts';
import { useMutation } from '#web/lib/call/useMutation.ts';
import { Icon } from '#web/ui/plain/Icon.tsx';
import { notify, notifyProblem } from '#web/ui/notices/notices.tsx';
import type { AuditFilter } from './queries.ts';

/** Beyond this many the exact count is of no use. */
const mostFaults = 100;

/** Verifies that the log was not tampered with, and exports it. */
export function AuditTools({ filter }: { filter: AuditFilter }) {
  const [checked, setChecked] = useState(0);
  const verifying = useMutation({ mutationFn: () => verifyAll(setChecked), onError: notifyProblem });
  const exporting = useMutation({
    mutationFn: () => api.audit.export(filter),
    onSuccess: (file) => {
      saveFile(file);
      notify('Das Protokoll ist als CSV-Datei gespeichert.');
    },
    onError: notifyProblem,
  });
  return (
    <Stack gap="xs" my="sm" className="no-print">
      <Group gap="xs" justify="flex-end">
        <Button
          variant="default"
          leftSection={<Icon name="shield-check" size={18} />}
          loading={verifying.isPending}
          onClick={() => verifying.mutate()}
        >
          Auf Echtheit prüfen
        </Button>
        <Button
          variant="default"
          leftSection={<Icon name="download" size={18} />}
          loading={exporting.isPending}
          onClick={() => exporting.mutate()}
        >
          CSV
        </Button>
      </Group>
      {verifying.isPending && checked > 0 && (
        <Text component="output" display="block" size="sm" ta="right">
          {checked.toLocaleString('de-DE')} Vorgänge geprüft …
        </Text>
      )}
      {verifying.data && <Verdict {...verifying.data} onClose={verifying.reset} />}
    </Stack>
  );
}

type Found = Omit<Awaited<ReturnType<typeof api.audit.verify>>, 'next'>;

/** Verifies the hash chains in sections; ten years of entries are too many for one request. */
async function verifyAll(tell: (checked: number) => void): Promise<Found> {
  const all: Found = { entries: 0, faults: [] };
  for (let cursor: string | undefined; ;) {
    const { entries, faults, next } = await api.audit.verify({ cursor });
    all.entries += entries;
    all.faults.push(...faults);
    tell(next ? all.entries : 0);
    if (next === null || all.faults.length >= mostFaults) return all;
    cursor = next;
  }
}

type VerdictProps = Found & { onClose: () => void };

const namedFaults = 10;

function Verdict({ entries, faults, onClose }: VerdictProps) {
  const isSound = faults.length === 0;
  return (
    <Alert
      role={isSound ? 'status' : 'alert'}
      {...(isSound ? { variant: 'default' } : { color: 'danger' })}
      icon={<Icon name={isSound ? 'shield-check' : 'alert-triangle'} />}
      title={isSound ? 'Das Protokoll ist unverändert.' : 'Das Protokoll wurde verändert.'}
      withCloseButton
      closeButtonLabel="Ergebnis schließen"
      onClose={onClose}
    >
      {isSound ? (
        `Geprüft: ${entries.toLocaleString('de-DE')} Vorgänge aller Vereine. Keiner wurde geändert, entfernt oder eingefügt.`
      ) : (
        <Faults faults={faults} />
      )}
    </Alert>
  );
}

/** The first faults, and what to do. */
function Faults({ faults }: Pick<Found, 'faults'>) {
  const more = faults.length - namedFaults;
  return (
    <Stack gap="xs">
      <Text size="sm">
        Das Portal ändert nichts am Protokoll; geändert wurde die Datenbank selbst. Ändern Sie jetzt nichts, heben Sie die letzte Sicherung
        gut auf und zeigen Sie dies der Person, die den Server betreut.
      </Text>
      <List size="sm" spacing="xs">
        {faults.slice(0, namedFaults).map(({ club, id, fault }) => (
          <List.Item key={`${club}-${id}-${fault}`}>
            {club}, Nummer {id}: {fault}
          </List.Item>
        ))}
      </List>
      {more > 0 && <Text size="sm">{faults.length < mostFaults ? `und ${more} weitere` : `und mindestens ${more} weitere`}</Text>}
    </Stack>
  );
}

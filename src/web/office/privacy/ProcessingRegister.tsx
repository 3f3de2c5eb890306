import { Button, Group } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ClubName } from '#shared/kernel/clubs.ts';
import { parameterNames, parameters } from '#shared/club/config.ts';
import { jointTasks, measures, processings, type Processing } from '#shared/office/processing.ts';
import { germanDate } from '#shared/kernel/calendar.ts';
import { today } from '#web/lib/berlinDay.ts';
import { boot } from '#web/lib/boot.ts';
import { Loading } from '#web/ui/notices/Loading.tsx';
import { Facts } from '#web/ui/plain/Facts.tsx';
import { Icon } from '#web/ui/plain/Icon.tsx';
import { PagePart } from '#web/ui/plain/PagePart.tsx';
import { focusOnce } from '../privacyLog/focusOnce.ts';
import { ProcessorsPart } from './ProcessorsPart.tsx';
import { rulesQuery } from './queries.ts';

/** The record of processing activities of a club with its retention periods, for reading and printing (GDPR Art. 30). */
export function ProcessingRegister({ club, onClose }: { club: ClubName; onClose: () => void }) {
  const query = useQuery(rulesQuery);
  if (!query.data) return <Loading query={query} />;
  const values = new Map<string, unknown>(query.data.map(({ name, value }) => [name, value]));
  return (
    <>
      <Group className="no-print" mb="md">
        <Button ref={focusOnce} variant="default" leftSection={<Icon name="arrow-left" size={18} />} onClick={onClose}>
          Datenschutz
        </Button>
        <Button variant="default" leftSection={<Icon name="printer" size={18} />} onClick={() => print()}>
          Drucken
        </Button>
      </Group>
      <PagePart
        title="Verzeichnis von Verarbeitungstätigkeiten"
        lead={`Verantwortlich: ${boot.clubs[club].displayName}, Stand ${germanDate(today())}. Anschrift und Vertretung stehen im Impressum.`}
      >
        {processings.map((one) => (
          <Entry key={one.title} one={one} period={periodOf(one, values)} />
        ))}
        <ProcessorsPart club={club} />
        <h3>Gemeinsame Verantwortung (Art. 26 DSGVO)</h3>
        <ul>
          {jointTasks.map((one) => (
            <li key={one}>{one}</li>
          ))}
        </ul>
        <h3>Technische und organisatorische Maßnahmen</h3>
        <ul>
          {measures.map((one) => (
            <li key={one}>{one}</li>
          ))}
        </ul>
      </PagePart>
    </>
  );
}

function Entry({ one, period }: { one: Processing; period: string }) {
  return (
    <section>
      <h3>{one.title}</h3>
      <Facts
        facts={[
          ['Zweck', one.purpose],
          ['Grundlage', one.basis],
          ['Wer und was', one.people],
          ['Empfänger', one.recipients],
          ['Löschung', period],
        ]}
      />
    </section>
  );
}

function periodOf({ period }: Processing, values: ReadonlyMap<string, unknown>): string {
  return parameterNames.reduce((text, name) => text.replaceAll(`{${name}}`, String(values.get(name) ?? parameters[name].default)), period);
}

import { Accordion } from '@mantine/core';
import { PageTitle } from '#web/ui/plain/PageTitle.tsx';

const samples = [
  { title: 'Training', text: 'Dienstags von 18:30 bis 20:00 Uhr in der Halle am Anger, Teil 1 und 2.' },
  { title: 'Probestunde', text: 'Zwei Probestunden sind frei. Bitte bringen Sie Hallenschuhe mit.' },
  { title: 'Ferien', text: 'In den Schulferien ist die Halle geschlossen.' },
];

/** A sample of an accordion, without data. */
export function Page() {
  return (
    <>
      <PageTitle title="Musterseite" />
      <Accordion variant="separated" defaultValue={samples[0]?.title}>
        {samples.map(({ title, text }) => (
          <Accordion.Item key={title} value={title}>
            <Accordion.Control>{title}</Accordion.Control>
            <Accordion.Panel>{text}</Accordion.Panel>
          </Accordion.Item>
        ))}
      </Accordion>
    </>
  );
}

import { Alert } from '@mantine/core';
import { standsUncovered, type ClearanceView } from '#shared/people/clearances.ts';
import { Icon } from '#web/ui/plain/Icon.tsx';

/** How many people lead offers for minors without a valid certificate. */
export function Uncovered({ people }: { people: readonly Pick<ClearanceView, 'youthOffers' | 'light'>[] }) {
  const count = people.filter(standsUncovered).length;
  if (count === 0) return null;
  const who = count === 1 ? 'Eine Person leitet' : `${count.toLocaleString('de-DE')} Personen leiten`;
  return (
    <Alert
      variant="default"
      icon={<Icon name="alert-triangle" />}
      mb="md"
      title={`${who} Angebote mit Minderjährigen ohne gültiges Führungszeugnis`}
    >
      An diesen Angeboten können Personen unter 18 teilnehmen. Bitte lassen Sie sich das erweiterte Führungszeugnis zeigen (§ 72a SGB VIII).
    </Alert>
  );
}

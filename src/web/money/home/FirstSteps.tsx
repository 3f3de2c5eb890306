import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { pages } from '#shared/kernel/pages.ts';
import { feeSteps, type FeeStep } from '#shared/money/fees/fees.ts';
import { StepGuide } from '#web/ui/steps/StepGuide.tsx';
import { firstStepsQuery } from '../fees/queries.ts';

type Step = { title: string; text: string; to: string; search?: { [key: string]: string }; hash?: string };

const steps: { readonly [step in FeeStep]: Step } = {
  account: {
    title: 'Konto und Gläubiger-ID eintragen',
    text: 'Darauf wird überwiesen, davon wird gezahlt; die Gläubiger-ID vergibt die Bundesbank.',
    to: pages.adminConfig.path,
    hash: 'bank',
  },
  departments: {
    title: 'Abteilungen anlegen',
    text: 'Was eine Abteilung zusätzlich kostet, ist eine eigene Regel. Fehlende entstehen auch beim Einlesen der Mitglieder.',
    to: pages.adminDepartments.path,
  },
  rules: {
    title: 'Beitragsordnung anlegen',
    text: 'Je Art von Mitglied eine Regel: wer zahlt wie viel.',
    to: pages.adminFees.path,
    search: { tab: 'regeln' },
  },
  members: {
    title: 'Mitglieder einlesen',
    text: 'Aus der Liste des bisherigen Programms, mit Zahlern, Konten und Mandaten.',
    to: pages.adminMembers.path,
    search: { form: 'import' },
  },
  mandates: {
    title: 'Mandate prüfen',
    text: 'Wer überweist, wessen Mandat unvollständig ist.',
    to: pages.adminMandates.path,
    search: { show: 'missing' },
  },
  openings: {
    title: 'Anfangssalden übernehmen',
    text: 'Was Mitglieder im bisherigen Programm noch schuldeten oder zu viel bezahlt hatten. Gab es das nicht, überspringen Sie es.',
    to: pages.adminCharges.path,
    search: { tab: 'anfang' },
  },
  run: {
    title: 'Ersten Beitragslauf ansehen',
    text: 'Die Vorschau bucht nichts und nennt, wem noch eine Regel fehlt.',
    to: pages.adminFees.path,
    search: { tab: 'lauf' },
  },
};

/** Guides a club to its first fee run; hidden afterwards. */
export function FirstSteps() {
  const { data } = useQuery(firstStepsQuery());
  if (!data?.isShown) return null;
  const next = feeSteps.find((step) => !data.done.includes(step));
  return (
    <StepGuide
      title="Erste Schritte"
      steps={feeSteps.map((name) => {
        const { title, text, ...way } = steps[name];
        if (data.done.includes(name)) return { name, title, state: 'done' };
        const ways = (
          <Button
            variant={name === next ? 'filled' : 'default'}
            aria-label={`${title}: öffnen`}
            renderRoot={(props) => <Link {...props} {...way} />}
          >
            Öffnen
          </Button>
        );
        return { name, title, state: 'open', text, ways };
      })}
    />
  );
}

import { Group, Text } from '@mantine/core';
import { germanDate } from '#shared/kernel/calendar.ts';
import { clearanceLightNames, type ClearanceLight } from '#shared/people/clearances.ts';
import { proofKindNames, type ProofKind } from '#shared/people/trainers/trainerProofs.ts';
import { contractKindNames } from '#shared/people/trainers/contracts.ts';
import type { TrainerFile } from '#shared/people/trainers/files.ts';
import type { Column } from '#web/ui/lists/RecordList.tsx';
import { StateMark } from '#web/ui/lists/StateMark.tsx';
import { RecordLink } from '#web/ui/plain/RecordLink.tsx';
import { clearanceTones, proofTones } from './lights.ts';

/** Opens the file of a person; undefined for viewers who only read the list. */
export type Opening = ((personId: string) => void) | undefined;

/** The columns of the list of trainers; a head of a department sees no money and of certificates only yes or no. */
export function trainerColumns(onOpen: Opening): Column<TrainerFile>[] {
  const proof = (kind: ProofKind, label: string): Column<TrainerFile> => ({
    name: kind,
    label,
    cell: (one) => <Proofs of={one} kind={kind} />,
  });
  const board: Column<TrainerFile>[] = [
    { name: 'contract', label: 'Vertrag', cell: ({ contract }) => (contract ? contractWord(contract) : '–') },
    { name: 'allowance', label: 'Freibetrag', cell: (one) => allowanceWords(one), isNumber: true },
  ];
  return [
    { name: 'name', label: 'Name', cell: (one) => <Name one={one} onOpen={onOpen} />, isName: true, isOneLine: true },
    { name: 'departments', label: 'Abteilungen', cell: ({ departments }) => inShort(departments.map(({ name }) => name)) },
    { name: 'offers', label: 'Angebote', cell: ({ offers }) => inShort(offers) },
    { name: 'youth', label: 'Mit Minderjährigen', cell: youthWords },
    { name: 'light', label: 'Führungszeugnis', cell: (one) => <Certificate one={one} isPlain={!onOpen} /> },
    proof('licence', 'Lizenz'),
    proof('firstAid', 'Erste Hilfe'),
    proof('codeOfConduct', 'Kodex'),
    ...(onOpen ? board : []),
  ];
}

/** A trainer as a card for phones. */
export function TrainerCard({ one, onOpen }: { one: TrainerFile; onOpen: Opening }) {
  const words = [one.contract && contractWord(one.contract), one.allowances.length > 0 && `Freibetrag ${allowanceWords(one)}`];
  return (
    <>
      <Name one={one} onOpen={onOpen} />
      {one.offers.length > 0 && <Text size="sm">{inShort(one.offers)}</Text>}
      {one.youthOffers.length > 0 && (
        <Text size="sm" c="dimmed">
          Mit Minderjährigen: {youthWords(one)}
        </Text>
      )}
      <Certificate one={one} isPlain={!onOpen} />
      <Proofs of={one} />
      {words.some(Boolean) && <Text size="sm">{words.filter(Boolean).join(' · ')}</Text>}
    </>
  );
}

function Name({ one, onOpen }: { one: TrainerFile; onOpen: Opening }) {
  if (!onOpen) return one.name;
  return <RecordLink onOpen={() => onOpen(one.personId)}>{one.name}</RecordLink>;
}

/** The state of the certificate, and when a new one is due. */
function Certificate({ one: { light, dueOn }, isPlain }: { one: TrainerFile; isPlain: boolean }) {
  return (
    <>
      <Light light={light} isPlain={isPlain} />
      {dueOn && <Text size="sm">neu fällig am {germanDate(dueOn)}</Text>}
    </>
  );
}

/** The first two names and the number of the others, so that a row stays one line; the file lists all. */
function inShort(names: readonly string[]): string {
  const rest = names.length - 2;
  if (names.length === 0) return '–';
  return rest > 1 ? `${names.slice(0, 2).join(', ')} und ${rest} weitere` : names.join(', ');
}

/** The kind of a contract without the section of the law, which the file shows. */
function contractWord({ kind }: NonNullable<TrainerFile['contract']>): string {
  return contractKindNames[kind].replace(/ \(.*\)$/, '');
}

/** How many of the offers are open to minors. */
function youthWords({ offers, youthOffers }: TrainerFile): string {
  if (youthOffers.length === 0) return '–';
  return youthOffers.length === offers.length ? 'alle' : `${youthOffers.length} von ${offers.length}`;
}

/** A person's proofs, earliest expiry first; with `kind` only those of one kind. */
function Proofs({ of, kind }: { of: TrainerFile; kind?: ProofKind }) {
  const shown = of.proofs.filter((one) => !kind || one.kind === kind);
  if (shown.length === 0) return kind ? '–' : null;
  return shown.map(({ kind: what, name, light, validTo, isReported }) => (
    <Group key={`${what} ${name} ${validTo}`} gap="xs">
      <StateMark tone={proofTones[light]} wraps>
        {kind && kind !== 'licence' && validTo
          ? `bis ${germanDate(validTo)}`
          : `${name || proofKindNames[what]}${validTo ? ` bis ${germanDate(validTo)}` : ''}`}
      </StateMark>
      {isReported && <StateMark tone="waiting">noch nicht gesehen</StateMark>}
    </Group>
  ));
}

function allowanceWords({ allowances }: TrainerFile): string {
  return allowances.map(({ percent }) => `${percent.toLocaleString('de-DE')} %`).join(', ') || '–';
}

function Light({ light, isPlain }: { light: ClearanceLight; isPlain: boolean }) {
  if (isPlain) return <StateMark tone={clearanceTones[light]}>{light === 'valid' ? 'Liegt vor' : 'Liegt nicht vor'}</StateMark>;
  return <StateMark tone={clearanceTones[light]}>{clearanceLightNames[light]}</StateMark>;
}

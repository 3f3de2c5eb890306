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
import classes from './trainers.module.css';

/** Opens the file of a person; undefined for viewers who only read the list. */
export type Opening = ((personId: string) => void) | undefined;

/** The columns of the list of trainers; a head of a department sees no money and of certificates only yes or no. */
export function trainerColumns(onOpen: Opening): Column<TrainerFile>[] {
  const proof = (kind: ProofKind, label: string): Column<TrainerFile> => ({
    name: kind,
    label,
    cell: (one) => <ProofsOfKind of={one} kind={kind} />,
  });
  const board: Column<TrainerFile>[] = [
    { name: 'contract', label: 'Vertrag', cell: ({ contract }) => (contract ? contractWord(contract) : '–') },
    { name: 'allowance', label: 'Freibetrag', cell: (one) => allowanceWords(one), isNumber: true },
  ];
  return [
    { name: 'name', label: 'Name', cell: (one) => <Name one={one} onOpen={onOpen} />, isName: true, isOneLine: true },
    { name: 'departments', label: 'Abteilungen', cell: ({ departments }) => <TwoLines names={departments.map(({ name }) => name)} /> },
    { name: 'offers', label: 'Angebote', cell: ({ offers }) => <TwoLines names={offers} /> },
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
      {dueOn && (
        <Text size="sm" className={classes['oneLine'] ?? ''}>
          neu am {germanDate(dueOn)}
        </Text>
      )}
    </>
  );
}

/** One or two names, or the first and the number of the others, each on a line of its own; the file lists all. */
function TwoLines({ names }: { names: readonly string[] }) {
  const [first, second] = names;
  if (first === undefined) return '–';
  return (
    <>
      <Cut>{first}</Cut>
      {second !== undefined && <Cut>{names.length === 2 ? second : `und ${names.length - 1} weitere`}</Cut>}
    </>
  );
}

/** One line, cut off where it is too long; the whole text appears under the pointer. */
function Cut({ children }: { children: string }) {
  return (
    <span className={classes['cut']} title={children}>
      {children}
    </span>
  );
}

/** The first two names and the number of the others. */
function inShort(names: readonly string[]): string {
  const rest = names.length - 2;
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

/** A person's proofs, earliest expiry first. */
function Proofs({ of }: { of: TrainerFile }) {
  return of.proofs.map(({ kind, name, light, validTo, isReported }) => (
    <Group key={`${kind} ${name} ${validTo}`} gap="xs">
      <StateMark tone={proofTones[light]} wraps>
        {`${name || proofKindNames[kind]}${validTo ? ` bis ${germanDate(validTo)}` : ''}`}
      </StateMark>
      {isReported && <StateMark tone="waiting">noch nicht gesehen</StateMark>}
    </Group>
  ));
}

/** The proofs of one kind, each on two lines: what it is, and until when or whether it still has to be inspected. */
function ProofsOfKind({ of, kind }: { of: TrainerFile; kind: ProofKind }) {
  const shown = of.proofs.filter((one) => one.kind === kind);
  if (shown.length === 0) return '–';
  return shown.map(({ name, light, validTo, isReported }) => {
    const until = validTo && `bis ${germanDate(validTo)}`;
    const what = kind === 'licence' ? name || proofKindNames.licence : until || (kind === 'codeOfConduct' ? 'unterschrieben' : 'liegt vor');
    return (
      <div key={`${name} ${validTo}`} className={classes['proof']} title={what}>
        <StateMark tone={proofTones[light]}>{what}</StateMark>
        {(isReported || (until && what !== until)) && (
          <Text size="sm" className={classes['oneLine'] ?? ''}>
            {[what !== until && until, isReported && 'zu prüfen'].filter(Boolean).join(', ')}
          </Text>
        )}
      </div>
    );
  });
}

function allowanceWords({ allowances }: TrainerFile): string {
  return allowances.map(({ percent }) => `${percent.toLocaleString('de-DE')} %`).join(', ') || '–';
}

function Light({ light, isPlain }: { light: ClearanceLight; isPlain: boolean }) {
  if (isPlain) return <StateMark tone={clearanceTones[light]}>{light === 'valid' ? 'Liegt vor' : 'Liegt nicht vor'}</StateMark>;
  return <StateMark tone={clearanceTones[light]}>{clearanceLightNames[light]}</StateMark>;
}

import { Button, Group } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { germanDate } from '#shared/kernel/calendar.ts';
import { clockInWords, outcomeInWords } from '#shared/office/privacyLog/clock.ts';
import type { WholeCase } from '#shared/office/privacyLog/contract.ts';
import { caseStateNames, caseStepNames, caseTitle, caseWayNames } from '#shared/office/privacyLog/words.ts';
import { boot } from '#web/lib/boot.ts';
import { formatDate, formatDateTime } from '#web/lib/format.ts';
import { useNow } from '#web/lib/useNow.ts';
import { StateMark } from '#web/ui/lists/StateMark.tsx';
import { confirm } from '#web/ui/notices/confirm.tsx';
import { Loading } from '#web/ui/notices/Loading.tsx';
import { notify, notifyProblem } from '#web/ui/notices/notices.tsx';
import { Facts } from '#web/ui/plain/Facts.tsx';
import { Icon } from '#web/ui/plain/Icon.tsx';
import { PagePart } from '#web/ui/plain/PagePart.tsx';
import { CaseDialog } from './CaseForm.tsx';
import { dueInWords, caseSubject } from './caseWords.ts';
import { ClosingDialog } from './ClosingForm.tsx';
import { ExtensionDialog } from './ExtensionForm.tsx';
import { focusOnce } from './focusOnce.ts';
import classes from './privacyLog.module.css';
import { caseQuery, useCaseMutations } from './queries.ts';
import { StepForm } from './StepForm.tsx';

type CaseViewProps = { id: string; onBack: () => void; onPerson: (id: string) => void };

/** One breach or request: its facts, deadline, steps taken, and actions. */
export function CaseView({ id, onBack, onPerson }: CaseViewProps) {
  const query = useQuery(caseQuery(id));
  const { data } = query;
  return (
    <>
      <Group className="no-print" mb="md">
        <Button ref={focusOnce} variant="default" leftSection={<Icon name="arrow-left" size={18} />} onClick={onBack}>
          Vorfälle und Anfragen
        </Button>
        {data && (
          <Button variant="default" leftSection={<Icon name="printer" size={18} />} onClick={() => print()}>
            Drucken
          </Button>
        )}
      </Group>
      {data ? <Whole of={data} onPerson={onPerson} /> : <Loading query={query} />}
    </>
  );
}

function Whole({ of, onPerson }: { of: WholeCase; onPerson: (id: string) => void }) {
  const clock = clockInWords(of, new Date(useNow()));
  const isOpen = of.state === 'open';
  return (
    <>
      <PagePart title={caseTitle(of)} lead={boot.clubs[of.club].displayName}>
        <Facts
          facts={[
            [
              'Stand',
              isOpen ? <StateMark tone={clock.tone}>{clock.words}</StateMark> : <StateMark tone="good">{caseStateNames.closed}</StateMark>,
            ],
            ['Frist', dueInWords(of)],
            ...factsOf(of),
          ]}
        />
        <Actions of={of} onPerson={onPerson} />
      </PagePart>
      <PagePart title="Verlauf" lead="Was getan wurde, von wem und wann. Hier wird nur ergänzt, nichts geändert.">
        <ol className={classes['steps']}>
          {of.steps.map(({ id, at, by, kind, text }) => (
            <li key={id}>
              <span className={classes['quiet']}>
                {formatDateTime(at)}, {by}
                {kind !== 'note' && `: ${caseStepNames[kind]}`}
              </span>
              <p className={classes['text']}>{text}</p>
            </li>
          ))}
        </ol>
        <StepForm id={of.id} />
      </PagePart>
    </>
  );
}

function factsOf(of: WholeCase): [string, React.ReactNode][] {
  const { kind, cameBy, knownAt, text, extension, outcome, outcomeOn } = of;
  const isBreach = kind === 'breach';
  return [
    [isBreach ? 'Wen es betrifft' : 'Wer fragt', caseSubject(of)],
    [isBreach ? 'Bekannt seit' : 'Eingegangen am', isBreach ? `${formatDateTime(knownAt)} Uhr` : formatDate(knownAt)],
    ['Eingang', caseWayNames[cameBy]],
    [
      isBreach ? 'Was ist geschehen' : 'Worum geht es',
      <span key="text" className={classes['text']}>
        {text}
      </span>,
    ],
    ['Verlängert', extension && `${extension.reason} Mitgeteilt am ${germanDate(extension.toldOn)}.`],
    ['Ergebnis', outcome && outcomeOn && outcomeInWords({ ...of, outcome, outcomeOn })],
  ];
}

/** The possible actions on a case. */
function Actions({ of, onPerson }: { of: WholeCase; onPerson: (id: string) => void }) {
  const [asked, setAsked] = useState<'correct' | 'extend' | 'close'>();
  const { reopen } = useCaseMutations();
  const { id, version, person, personId } = of;
  const onClose = () => setAsked(undefined);
  const askReopen = () =>
    confirm({
      title: 'Wieder öffnen?',
      text: 'Die Frist läuft weiter wie zuvor. Der bisherige Abschluss bleibt im Verlauf.',
      action: 'Wieder öffnen',
      onConfirm: () => reopen.mutate({ id, version }, { onSuccess: () => notify('Wieder geöffnet.'), onError: notifyProblem }),
    });
  return (
    <Group className="no-print" mt="md" gap="xs">
      {of.state === 'open' ? (
        <>
          <Button onClick={() => setAsked('close')}>Abschließen …</Button>
          {of.kind === 'request' && !of.extension && (
            <Button variant="default" onClick={() => setAsked('extend')}>
              Frist verlängern …
            </Button>
          )}
          <Button variant="default" onClick={() => setAsked('correct')}>
            Berichtigen …
          </Button>
        </>
      ) : (
        <Button variant="default" onClick={askReopen} loading={reopen.isPending}>
          Wieder öffnen …
        </Button>
      )}
      {person && personId && (
        <Button
          variant="default"
          leftSection={<Icon name="user" size={18} />}
          aria-label={`Auskunft und Löschung: ${person}`}
          onClick={() => onPerson(personId)}
        >
          Auskunft und Löschung
        </Button>
      )}
      <CaseDialog club={of.club} of={asked === 'correct' ? of : undefined} onClose={onClose} />
      <ExtensionDialog of={asked === 'extend' ? of : undefined} onClose={onClose} />
      <ClosingDialog of={asked === 'close' ? of : undefined} onClose={onClose} />
    </Group>
  );
}

import { Alert, Button, Stack, Text } from '@mantine/core';
import { useRef, useState } from 'react';
import { localOf } from '#shared/kernel/calendar.ts';
import { problems, type Save } from '#shared/kernel/problems.ts';
import { CallError } from '#web/lib/call/call.ts';
import { today } from '#web/lib/berlinDay.ts';
import { formatDate, formatTime } from '#web/lib/format.ts';
import { failureText } from '#web/lib/call/failure.ts';
import { Icon } from '../plain/Icon.tsx';
import { ClashPanel } from './ClashPanel.tsx';
import { useUntold } from './focusFault.ts';
import type { Clash } from './useRowForm.ts';

type FormProblemProps = {
  error: unknown;
  /** Names of the fields that show their own errors. */ fields?: readonly string[];
  /** Codes of refusals shown at their field; above the button there is only a hint. */ atField?: readonly CallError['code'][];
  /** For a form on a stored row: conflicts with what others saved. */ clash?: Clash;
  /** Who else saved the row last, if the form knows before it is refused. */ savedBy?: Save | null | undefined;
  /** For changes of rows: refetches after a conflict. */ onReload?: () => void;
};

/**
 * The reason why a form could not be saved, above its button. If others saved the same fields, both values are shown,
 * even before saving.
 */
export function FormProblem({ error, fields = [], atField = [], clash, savedBy, onReload }: FormProblemProps) {
  const [told, setTold] = useState({ error, version: clash?.version });
  if (told.error !== error) setTold({ error, version: clash?.version });
  const isClashing = clash !== undefined && clash.fields.length > 0;
  const place = useRef<HTMLSpanElement>(null);
  const untold = useUntold(place);
  if (!error && !isClashing && untold.length === 0) return <span ref={place} hidden />;
  const problem = error instanceof CallError ? error : undefined;
  const isConflict = problem?.code === 'conflict';
  const saved = savedInWords(problem?.saved ?? savedBy);
  const reload = onReload ?? clash?.reload;
  return (
    <Alert color="waiting" variant="light" role="alert" icon={<Icon name="alert-triangle" />}>
      <Stack gap="xs" align="flex-start">
        <span ref={place} hidden />
        {untold.map((words) => (
          <Text size="sm" key={words}>
            {words}
          </Text>
        ))}
        {isClashing && <ClashPanel clash={clash} saved={saved} />}
        {!isClashing && isConflict && clash && clash.version !== told.version && (
          <Text size="sm">{saved} Ihre Eingaben sind erhalten, alles andere ist auf dem neuen Stand. Bitte speichern Sie noch einmal.</Text>
        )}
        {!isClashing && isConflict && clash?.version === told.version && (
          <>
            <Text size="sm">{problem.message}</Text>
            {reload && (
              <Button variant="default" onClick={reload} leftSection={<Icon name="refresh" size={16} />}>
                Neuen Stand laden
              </Button>
            )}
          </>
        )}
        {Boolean(error) && !isConflict && <Reason error={error} fields={fields} atField={atField} />}
      </Stack>
    </Alert>
  );
}

/** "Anton Rotmuster hat um 14:03 gespeichert."; with the day if it was not today. */
function savedInWords(save: Save | null | undefined): string {
  if (!save) return 'Jemand anders hat inzwischen gespeichert.';
  const isToday = localOf(new Date(save.at)).date === today();
  return `${save.by} hat ${isToday ? '' : `am ${formatDate(save.at)} `}um ${formatTime(save.at)} gespeichert.`;
}

type ReasonProps = Required<Pick<FormProblemProps, 'fields' | 'atField'>> & { error: unknown };

function Reason({ error, fields, atField }: ReasonProps) {
  const problem = error instanceof CallError ? error : undefined;
  const message = problem && atField.includes(problem.code) ? problems['invalid-input'].title : failureText(error);
  const others = (problem?.fields ?? []).filter(({ path }) => !fields.includes(path.split('.')[0] ?? ''));
  return (
    <>
      <Text size="sm">{message}</Text>
      {others.map(({ path, message: words }) => (
        <Text size="sm" key={path}>
          {words}
        </Text>
      ))}
    </>
  );
}

import { Alert, Button, Stack, Text } from '@mantine/core';
import { problems } from '#shared/kernel/problems.ts';
import { CallError } from '#web/lib/call/call.ts';
import { Icon } from '../plain/Icon.tsx';

type FormProblemProps = {
  error: unknown;
  /** Names of the fields that show their own problem. */ fields?: readonly string[];
  /** Refusals that stand at their field; above the button they are only hinted at. */ atField?: readonly CallError['code'][];
  /** Fetches the present state after a conflict; what was typed stays. */ onReload?: () => void;
};

/** Why a form could not be saved, above its button. After a conflict it offers the present state. */
export function FormProblem({ error, fields = [], atField = [], onReload }: FormProblemProps) {
  if (!error) return null;
  const problem = error instanceof CallError ? error : undefined;
  const message =
    problem && atField.includes(problem.code)
      ? problems['invalid-input'].title
      : (problem?.message ?? 'Das hat nicht geklappt. Bitte versuchen Sie es noch einmal.');
  const others = (problem?.fields ?? []).filter(({ path }) => !fields.includes(path.split('.')[0] ?? ''));
  return (
    <Alert color="orange" variant="light" role="alert" icon={<Icon name="alert-triangle" />}>
      <Stack gap="xs" align="flex-start">
        <Text size="sm">{message}</Text>
        {others.map(({ path, message }) => (
          <Text size="sm" key={path}>
            {message}
          </Text>
        ))}
        {problem?.code === 'conflict' && onReload && (
          <>
            <Text size="sm">Ihre Eingaben bleiben erhalten; alles andere kommt auf den neuen Stand.</Text>
            <Button variant="default" onClick={onReload} leftSection={<Icon name="refresh" size={16} />}>
              Neuen Stand laden
            </Button>
          </>
        )}
      </Stack>
    </Alert>
  );
}

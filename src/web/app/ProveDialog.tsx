import { Button, Group, Modal, PasswordInput, Stack, Text } from '@mantine/core';
import { useEffect, useState, type FormEvent } from 'react';
import { api, CallError } from '#web/lib/call.ts';
import { setProve } from '#web/lib/prove.ts';

type Ask = { resolve: (proved: boolean) => void };

/** Asks for the own password before roles are changed, data exported or something is deleted. */
export function ProveDialog() {
  const [ask, setAsk] = useState<Ask>();
  const [password, setPassword] = useState('');
  const [error, setError] = useState<string>();
  const [isBusy, setIsBusy] = useState(false);

  useEffect(() => setProve(() => new Promise((resolve) => setAsk({ resolve }))), []);

  const end = (proved: boolean) => {
    ask?.resolve(proved);
    setAsk(undefined);
    setPassword('');
    setError(undefined);
  };

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setIsBusy(true);
    try {
      await api.session.confirmPassword({ password });
      end(true);
    } catch (failure) {
      setPassword('');
      setError(failure instanceof CallError ? failure.message : 'Das hat nicht geklappt.');
    } finally {
      setIsBusy(false);
    }
  };

  return (
    <Modal opened={ask !== undefined} onClose={() => end(false)} title="Bitte bestätigen Sie Ihr Passwort" centered zIndex={400}>
      <form onSubmit={(event) => void submit(event)}>
        <Stack>
          <Text size="sm">Dieser Schritt ist besonders geschützt. Danach fragen wir 15 Minuten lang nicht wieder.</Text>
          <PasswordInput
            label="Passwort"
            value={password}
            onChange={(event) => setPassword(event.currentTarget.value)}
            error={error}
            autoComplete="current-password"
            data-autofocus
            required
          />
          <Group justify="flex-end">
            <Button variant="default" onClick={() => end(false)}>
              Abbrechen
            </Button>
            <Button type="submit" loading={isBusy}>
              Bestätigen
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}

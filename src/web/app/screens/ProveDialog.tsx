import { Button, Group, Modal, PasswordInput, Stack, Text, TextInput, type TextInputProps } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState, type FormEvent, type ReactNode } from 'react';
import { profileQuery } from '#web/accounts/sessions/queries.ts';
import { boot } from '#web/lib/boot.ts';
import { api } from '#web/lib/call/call.ts';
import { failureText } from '#web/lib/call/failure.ts';
import { signInFederated } from '#web/accounts/federation/federation.ts';
import { setProve } from '#web/lib/session/prove.ts';
import { authState } from '#web/lib/session/session.ts';
import { ProveByPasskey } from './ProveByPasskey.tsx';

type Ask = { resolve: (proved: boolean) => void };

/** Asks the user to authenticate again before changing roles, exporting data or deleting. */
export function ProveDialog() {
  const [ask, setAsk] = useState<Ask>();
  const { data: profile } = useQuery({ ...profileQuery, enabled: ask !== undefined });

  useEffect(() => setProve(() => new Promise((resolve) => setAsk({ resolve }))), []);

  const end = (proved: boolean) => {
    ask?.resolve(proved);
    setAsk(undefined);
  };
  const byProvider = profile?.hasPassword === false;

  return (
    <Modal
      opened={ask !== undefined}
      onClose={() => end(false)}
      title={byProvider ? 'Bitte bestätigen Sie, dass Sie es sind' : 'Bitte bestätigen Sie Ihr Passwort'}
      centered
      zIndex={400}
    >
      <ProveByPasskey onProved={() => end(true)} />
      {byProvider ? <ByProvider onEnd={end} /> : <ByPassword onEnd={end} />}
    </Modal>
  );
}

function ByPassword({ onEnd }: { onEnd: (proved: boolean) => void }) {
  return (
    <SecretForm onEnd={onEnd} confirm={(password) => api.session.confirmPassword({ password })}>
      {(field) => (
        <PasswordInput
          {...field}
          label="Passwort"
          autoComplete="current-password"
          visibilityToggleButtonProps={{ 'aria-label': 'Passwort anzeigen' }}
        />
      )}
    </SecretForm>
  );
}

/** The step after the provider for an account with a code app. */
function ByCode({ onEnd }: { onEnd: (proved: boolean) => void }) {
  const confirm = async (code: string) => {
    await api.secondFactor.signIn({ code });
    await (await import('#web/accounts/sessions/signIn.ts')).startSession();
  };
  return (
    <SecretForm onEnd={onEnd} confirm={confirm}>
      {(field) => (
        <TextInput
          {...field}
          label="Code"
          description="Sechs Ziffern aus Ihrer Code-App oder einer Ihrer Wiederherstellungscodes"
          autoComplete="one-time-code"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={20}
        />
      )}
    </SecretForm>
  );
}

type SecretField = Pick<TextInputProps, 'size' | 'value' | 'onChange' | 'error' | 'required'> & { 'data-autofocus': true };
type SecretFormProps = {
  onEnd: (proved: boolean) => void;
  confirm: (secret: string) => Promise<unknown>;
  children: (field: SecretField) => ReactNode;
};

/** Asks for one secret; a wrong one is emptied, and the reason stands at its field. */
function SecretForm({ onEnd, confirm, children }: SecretFormProps) {
  const [secret, setSecret] = useState('');
  const [error, setError] = useState<string>();
  const [isBusy, setIsBusy] = useState(false);

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (secret === '') return setError('Bitte ausfüllen.');
    setIsBusy(true);
    try {
      await confirm(secret);
      onEnd(true);
    } catch (failure) {
      setSecret('');
      setError(failureText(failure));
    } finally {
      setIsBusy(false);
    }
  };

  return (
    <form onSubmit={(event) => void submit(event)} noValidate>
      <Stack>
        <Text size="sm">Dieser Schritt ist besonders geschützt. Danach fragen wir 15 Minuten lang nicht wieder.</Text>
        {children({
          size: 'md',
          value: secret,
          onChange: ({ currentTarget }) => setSecret(currentTarget.value),
          error,
          required: true,
          'data-autofocus': true,
        })}
        <Group justify="flex-end">
          <Button variant="default" h={44} onClick={() => onEnd(false)}>
            Abbrechen
          </Button>
          <Button type="submit" h={44} loading={isBusy}>
            Bestätigen
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

/** An account without a password with us authenticates at its identity provider: a fresh sign-in of the same user. */
function ByProvider({ onEnd }: { onEnd: (proved: boolean) => void }) {
  const [isBusy, setIsBusy] = useState(false);
  const [hasFailed, setHasFailed] = useState(false);
  const [wantsCode, setWantsCode] = useState(false);

  const handleClick = async () => {
    setIsBusy(true);
    const before = authState().user?.id;
    const result = await signInFederated({ again: true });
    setIsBusy(false);
    if (result === 'second-step') setWantsCode(true);
    else if (result === 'signed-in' && authState().user?.id === before) onEnd(true);
    else setHasFailed(result !== 'redirecting');
  };

  if (wantsCode) return <ByCode onEnd={onEnd} />;

  return (
    <Stack>
      <Text size="sm">
        {boot.signIn.oidcName
          ? `Dieser Schritt ist besonders geschützt. Ihr Konto hat kein eigenes Passwort; melden Sie sich bitte noch einmal über „${boot.signIn.oidcName}“ an.`
          : 'Dieser Schritt ist besonders geschützt, und Ihr Konto hat kein eigenes Passwort. Legen Sie bitte in „Mein Profil“ eines fest.'}
      </Text>
      {hasFailed && (
        <Text size="sm" c="danger" role="alert">
          Das hat nicht geklappt. Bitte versuchen Sie es noch einmal.
        </Text>
      )}
      <Group justify="flex-end">
        <Button variant="default" h={44} onClick={() => onEnd(false)}>
          Abbrechen
        </Button>
        {boot.signIn.oidcName && (
          <Button h={44} loading={isBusy} onClick={() => void handleClick()}>
            Weiter zu {boot.signIn.oidcName}
          </Button>
        )}
      </Group>
    </Stack>
  );
}

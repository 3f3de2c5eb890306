import { Button, Divider, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { knowsPasskeys, pickPasskey } from '#web/accounts/passkeys/browser.ts';
import { passkeysQuery, sharedPasskeysQuery } from '#web/accounts/passkeys/queries.ts';
import { api } from '#web/lib/call/call.ts';
import { failureText } from '#web/lib/call/failure.ts';

/** Confirms the identity with a passkey, for accounts that have one for this host. */
export function ProveByPasskey({ onProved }: { onProved: () => void }) {
  const { data: passkeys } = useQuery({ ...passkeysQuery, enabled: knowsPasskeys() });
  const [isBusy, setIsBusy] = useState(false);
  const [error, setError] = useState<string>();
  const { data: isShared = false } = useQuery(sharedPasskeysQuery);
  const isForAllHosts = isShared && Boolean(passkeys?.some((one) => one.isForAllHosts));
  if (!isForAllHosts && !passkeys?.some(({ isForThisHost }) => isForThisHost)) return null;

  const handleClick = async () => {
    setIsBusy(true);
    setError(undefined);
    try {
      const { options } = await api.passkeys.beginProof({ isForAllHosts });
      const response = await pickPasskey(options);
      if (response) await api.passkeys.prove({ response, isForAllHosts }).then(onProved);
    } catch (failure) {
      setError(failureText(failure));
    } finally {
      setIsBusy(false);
    }
  };

  return (
    <Stack mb="md">
      {error && (
        <Text size="sm" c="danger" role="alert">
          {error}
        </Text>
      )}
      <Button h={44} loading={isBusy} onClick={() => void handleClick()}>
        Mit Passkey bestätigen
      </Button>
      <Divider label="oder" />
    </Stack>
  );
}

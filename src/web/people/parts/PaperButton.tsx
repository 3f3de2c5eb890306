import { Button } from '@mantine/core';
import { useState } from 'react';
import { saveFile } from '#web/lib/saveFile.ts';
import { clubStorage } from '#web/lib/storage/clubStorage.ts';
import { givenName } from '#web/lib/storage/fileNames.ts';
import { Icon } from '#web/ui/plain/Icon.tsx';
import { notifyProblem } from '#web/ui/notices/notices.tsx';

/** Downloads a person's document; the access is logged. */
export function PaperButton({ path }: { path: string }) {
  const [isLoading, setIsLoading] = useState(false);
  const name = givenName(path);
  const download = () => {
    setIsLoading(true);
    clubStorage()
      .getFile(path)
      .then((blob) => saveFile(new File([blob], name, { type: blob.type })), notifyProblem)
      .finally(() => setIsLoading(false));
  };
  return (
    <Button variant="default" leftSection={<Icon name="download" size={18} />} loading={isLoading} onClick={download}>
      {name}
    </Button>
  );
}

import { useEffect, useMemo } from 'react';

/** An address of bytes in this browser, e.g. for a picture; released with its component or the next bytes. */
export function useObjectUrl(bytes: Blob | undefined): string | undefined {
  const url = useMemo(() => bytes && URL.createObjectURL(bytes), [bytes]);
  useEffect(
    () => () => {
      if (url) URL.revokeObjectURL(url);
    },
    [url],
  );
  return url;
}

import { useState, type ReactNode } from 'react';
import { PlainButton } from './PlainButton.tsx';

type CopyButtonProps = { /** The text to copy. */ text: string; children: ReactNode };

/** Copies a text; where the clipboard API is not available (pages without TLS), the text is shown for manual copying. */
export function CopyButton({ text, children }: CopyButtonProps) {
  const [state, setState] = useState<'copied' | 'shown'>();
  const copy = () =>
    void Promise.resolve()
      .then(() => navigator.clipboard.writeText(text))
      .then(
        () => setState('copied'),
        () => setState('shown'),
      );
  if (state === 'shown') return <input readOnly aria-label="Zum Kopieren" value={text} onFocus={(event) => event.currentTarget.select()} />;
  return <PlainButton onClick={copy}>{state === 'copied' ? 'Kopiert' : children}</PlainButton>;
}

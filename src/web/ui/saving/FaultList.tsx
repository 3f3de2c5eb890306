import { Alert, Anchor } from '@mantine/core';
import type { FormErrors } from '@mantine/form';
import { useState } from 'react';

type Form = { errors: FormErrors; getInputNode: (path: string) => HTMLElement | null };

/** All faults of a long form in one place, each with the label of its field and a link to it. */
export function FaultList({ form }: { form: Form }) {
  const faults = Object.entries(form.errors).filter(([, words]) => words);
  if (faults.length === 0) return null;
  return (
    <Alert
      color="danger"
      role="alert"
      title={faults.length === 1 ? 'Bitte prüfen Sie 1 Angabe' : `Bitte prüfen Sie ${faults.length} Angaben`}
    >
      <ul style={{ margin: 0, paddingLeft: '1.1rem' }}>
        {faults.map(([path, words]) => (
          <li key={path}>
            <FaultLink form={form} path={path} words={String(words)} />
          </li>
        ))}
      </ul>
    </Alert>
  );
}

function FaultLink({ form, path, words }: { form: Form; path: string; words: string }) {
  // The name of a field stands in the form only, which is there before it has a fault.
  const [label] = useState(() => labelOf(form.getInputNode(path)));
  return (
    <Anchor
      component="button"
      type="button"
      inherit
      ta="left"
      underline="always"

      onClick={() => form.getInputNode(path)?.focus()}
    >
      {label ? `${label}: ${words}` : words}
    </Anchor>
  );
}

function labelOf(node: HTMLElement | null): string {
  const labels = node instanceof HTMLInputElement || node instanceof HTMLTextAreaElement ? [...(node.labels ?? [])] : [];
  return (labels[0]?.textContent ?? node?.getAttribute('aria-label') ?? '').replace(/\s*\*$/, '').trim();
}

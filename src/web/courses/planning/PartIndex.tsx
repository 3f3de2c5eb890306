import { useMediaQuery } from '@mantine/hooks';
import { useRef, type ReactNode } from 'react';
import type { Form } from './BasicFields.tsx';
import { partsOf, placeOf, type EditorPart } from './editorParts.ts';
import classes from './parts.module.css';
import type { Lacks } from './status/StatusBar.tsx';

type PartIndexProps = {
  parts: readonly { name: EditorPart; title: string }[];
  form: Form;
  /** What is missing before the offer can be published. */ lacks: Lacks;
};

/** The sections of a long form, with marks for faults, changes, and what is missing: beside the form, on small screens to be unfolded. */
export function PartIndex({ parts, form, lacks }: PartIndexProps) {
  const isWide = useMediaQuery('(min-width: 64em)', true, { getInitialValueInEffect: false });
  const folded = useRef<HTMLDetailsElement>(null);
  const faulty = partsOfAll(Object.keys(form.errors));
  const changed = partsOfAll(Object.keys(form.values).filter((field) => form.isDirty(field)));
  const lacking = partsOfAll(lacks.map(({ path }) => path));
  const links = (
    <ul>
      {parts.map(({ name, title }) => (
        <li key={name}>
          <a href={`#${placeOf(name)}`} onClick={() => folded.current?.removeAttribute('open')}>
            <span>{title}</span>
            {faulty.has(name) ? (
              <Mark sign="!" words="mit Fehler" />
            ) : changed.has(name) ? (
              <Mark sign="●" words="geändert" />
            ) : (
              lacking.has(name) && <Mark sign="○" words="unvollständig" />
            )}
          </a>
        </li>
      ))}
    </ul>
  );
  if (isWide) return <Frame>{links}</Frame>;
  return (
    <Frame>
      <details ref={folded}>
        <summary>Abschnitte</summary>
        {links}
      </details>
    </Frame>
  );
}

function Frame({ children }: { children: ReactNode }) {
  return (
    <nav aria-label="Abschnitte" className={`${classes['index']} no-print`}>
      {children}
    </nav>
  );
}

function Mark({ sign, words }: { sign: string; words: string }) {
  return (
    <span className={classes['mark']} title={words}>
      <span aria-hidden>{sign}</span>
      <span className="unseen">, {words}</span>
    </span>
  );
}

/** The sections of all these fields; none of no field. */
function partsOfAll(fields: readonly string[]): ReadonlySet<EditorPart> {
  return new Set(fields.flatMap((field) => partsOf([field])));
}

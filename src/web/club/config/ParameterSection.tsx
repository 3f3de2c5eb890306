import type { Parameter } from '#shared/club/config.ts';
import { PagePart } from '#web/ui/plain/PagePart.tsx';
import classes from './config.module.css';
import { ParameterRow, type ParameterNotes } from './ParameterRow.tsx';
import { isAbout } from './readable.ts';

type ParameterSectionProps = {
  title: string;
  rows: readonly Parameter[];
  wanted: string;
  notes: ParameterNotes;
};

/** The parameters of one section; a search hides those that do not match. */
export function ParameterSection({ title, rows, wanted, notes }: ParameterSectionProps) {
  return (
    <PagePart title={title}>
      <ul className={classes['rows']}>
        {rows.map((parameter) => (
          <ParameterRow key={parameter.name} parameter={parameter} note={notes[parameter.name]} isHidden={!isAbout(parameter, wanted)} />
        ))}
      </ul>
    </PagePart>
  );
}

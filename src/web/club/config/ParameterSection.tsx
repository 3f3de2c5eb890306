import type { Parameter } from '#shared/club/config.ts';
import { PagePart } from '#web/ui/plain/PagePart.tsx';
import classes from './config.module.css';
import { ParameterRow } from './ParameterRow.tsx';
import { isAbout } from './readable.ts';

/** The parameters of one section; a search hides those that do not match. */
export function ParameterSection({ title, rows, wanted }: { title: string; rows: readonly Parameter[]; wanted: string }) {
  return (
    <PagePart title={title}>
      <ul className={classes['rows']}>
        {rows.map((parameter) => (
          <ParameterRow key={parameter.name} parameter={parameter} isHidden={!isAbout(parameter, wanted)} />
        ))}
      </ul>
    </PagePart>
  );
}

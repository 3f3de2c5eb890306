import { germanDate } from '#shared/kernel/calendar.ts';
import { euros } from '#shared/kernel/money.ts';
import type { SubjectFile } from '#shared/office/privacy.ts';
import { formatDateTime } from '#web/lib/format.ts';
import classes from './privacy.module.css';
import { columnWords, wordOfCode } from '#shared/office/fileWords.ts';

/** A person's data for reading and printing; the JSON file contains all columns. */
export function ReadableFile({ file }: { file: SubjectFile }) {
  return (
    <div className={classes['file']}>
      <p>
        Stand {formatDateTime(file.exportedAt)}, Verein {file.club}
      </p>
      {file.parts.map(({ title, rows }) => (
        <section key={title}>
          <h3>{title}</h3>
          {rows.map((row, at) => (
            // The rows never change their order.
            <dl key={`${title}-${String(at)}`}>
              {Object.entries(columnWords).flatMap(([column, word]) => {
                const text = wordsOf(title, column, row[column]);
                return text ? [<Fact key={column} word={word} text={text} />] : [];
              })}
            </dl>
          ))}
        </section>
      ))}
    </div>
  );
}

function Fact({ word, text }: { word: string; text: string }) {
  return (
    <div>
      <dt>{word}</dt>
      <dd>{text}</dd>
    </div>
  );
}

function wordsOf(part: string, column: string, value: unknown): string {
  if (typeof value === 'boolean') return value ? 'ja' : 'nein';
  if (typeof value === 'number') return column.endsWith('cents') ? euros(value) : String(value);
  if (typeof value !== 'string') return '';
  const word = wordOfCode(part, column, value);
  if (word) return word;
  if (/^\d{4}-\d\d-\d\d$/.test(value)) return germanDate(value);
  return /^\d{4}-\d\d-\d\dT/.test(value) ? formatDateTime(value) : value;
}

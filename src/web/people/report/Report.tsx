import { Button, Group } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ClubName } from '#shared/kernel/clubs.ts';
import type { GenderCounts, MemberReport } from '#shared/people/report/memberReport.ts';
import { api } from '#web/lib/call/call.ts';
import { saveFile } from '#web/lib/saveFile.ts';
import { useMutation } from '#web/lib/call/useMutation.ts';
import { AreaChart, BarChart } from '#web/ui/charts/charts.tsx';
import { EmptyState } from '#web/ui/notices/EmptyState.tsx';
import { Figure } from '#web/ui/charts/Figure.tsx';
import { Icon } from '#web/ui/plain/Icon.tsx';
import { notify, notifyProblem } from '#web/ui/notices/notices.tsx';
import { Loading } from '#web/ui/notices/Loading.tsx';
import classes from './memberReport.module.css';
import { reportQuery } from './queries.ts';

type ReportProps = { club: ClubName; keyDate: string };

/** The figures of a key date as charts, tables and an export. */
export function Report({ club, keyDate }: ReportProps) {
  const query = useQuery(reportQuery(club, keyDate));
  const { data } = query;
  const exporting = useMutation({
    mutationFn: () => api.memberReport.reportFile({ club, keyDate, format: 'csv' }),
    onSuccess: (file) => {
      saveFile(file);
      notify(`Die Zahlen sind als ${file.name} gespeichert.`);
    },
    onError: notifyProblem,
  });
  return (
    <>
      <Group gap="xs" align="flex-end" mb="md" className="no-print">
        <Button
          variant="default"
          leftSection={<Icon name="download" size={18} />}
          loading={exporting.isPending}
          onClick={() => exporting.mutate()}
        >
          Zahlen als CSV
        </Button>
      </Group>
      {!data && <Loading query={query} />}
      {data?.total === 0 && (
        <EmptyState icon="users" title="An diesem Tag hat der Verein keine Mitglieder.">
          <p>Wählen Sie einen anderen Stichtag.</p>
        </EmptyState>
      )}
      {data && data.total > 0 && <Counts report={data} />}
    </>
  );
}

function Counts({ report }: { report: MemberReport }) {
  const { total, averageAge, years, brackets, departments, months } = report;
  return (
    <>
      <p className={classes['sums']}>
        <strong>{total.toLocaleString('de-DE')} Mitglieder</strong>
        {averageAge !== null && <span>Durchschnittsalter {averageAge.toLocaleString('de-DE')} Jahre</span>}
      </p>
      <div className={classes['figures']}>
        <Figure title="Altersgruppen" head={['Alter', ...genderHead]} rows={brackets.map((one) => [ageWords(one), ...cells(one)])}>
          <BarChart
            h={260}
            data={brackets.map((one) => ({ ...one, age: ageWords(one) }))}
            dataKey="age"
            type="stacked"
            withLegend
            series={genderSeries}
          />
        </Figure>
        <Figure title="Geburtsjahre" head={['Jahrgang', ...genderHead]} rows={years.map((one) => [one.year, ...cells(one)])}>
          <BarChart h={260} data={years.toReversed()} dataKey="year" type="stacked" withLegend series={genderSeries} />
        </Figure>
        <Figure
          title="Abteilungen"
          head={['Abteilung', 'Fachverband', ...genderHead]}
          rows={departments.map((one) => [one.name, one.association || '–', ...cells(one)])}
        >
          <BarChart
            h={Math.max(260, departments.length * 34 + 60)}
            data={departments}
            dataKey="name"
            type="stacked"
            orientation="vertical"
            withLegend
            yAxisProps={{ width: 110 }}
            series={genderSeries}
          />
        </Figure>
        <Figure
          title="Eintritte und Austritte, zwölf Monate"
          head={['Monat', 'Eintritte', 'Austritte']}
          rows={months.map(({ month, joined, left }) => [monthWords(month), joined, left])}
        >
          <AreaChart
            h={260}
            data={months.map((one) => ({ ...one, month: monthWords(one.month) }))}
            dataKey="month"
            curveType="linear"
            withLegend
            series={[
              { name: 'joined', label: 'Eintritte', color: 'cyan.7' },
              { name: 'left', label: 'Austritte', color: 'grape.6' },
            ]}
          />
        </Figure>
      </div>
    </>
  );
}

const genderHead = ['m', 'w', 'd', 'ohne Angabe', 'nicht erfasst', 'gesamt'];
const genderSeries = [
  { name: 'w', label: 'weiblich', color: 'violet.6' },
  { name: 'm', label: 'männlich', color: 'cyan.7' },
  { name: 'd', label: 'divers', color: 'grape.6' },
  { name: 'o', label: 'ohne Angabe', color: 'gray.5' },
  { name: 'x', label: 'nicht erfasst', color: 'lime.9' },
];
const cells = ({ m, w, d, o, x }: GenderCounts) => [m, w, d, o, x, m + w + d + o + x];
const ageWords = ({ from, to }: { from: number; to: number | null }) => (to === null ? `${from}+` : `${from}–${to}`);
const monthWords = (month: string) => month.split('-').toReversed().join('/');

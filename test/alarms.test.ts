import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { projectRoot } from '../src/server/platform/process/root.ts';
import { temporaryFolder } from './processes.ts';

const rules = path.join(projectRoot, 'deploy/prometheus-rules.yml');
const hasPromtool = spawnSync('sh', ['-c', 'command -v promtool']).status === 0;

/** A metric of one process per minute in promtool notation: `0x30 1x60` is 0, repeated 30 times, then 1. */
const series: { readonly [figure: string]: string } = {
  'job_runs_total{INSTANCE,name="backup",outcome="failed"}': '0x30 1x60 2x60 3x100',
  'job_runs_total{INSTANCE,name="backup",outcome="done"}': '0x250',
  'job_runs_total{INSTANCE,name="sweep",outcome="failed"}': '0x30 1x60 2x160',
  'job_runs_total{INSTANCE,name="sweep",outcome="done"}': '0x250',
  'job_runs_total{INSTANCE,name="offers",outcome="failed"}': '0x100 1 2x150',
  'job_runs_total{INSTANCE,name="offers",outcome="done"}': '0+1x250',
  'job_runs_total{INSTANCE,name="prices",outcome="failed"}': '0x150 1 1 2 2 3 3 4x100',
  'job_runs_total{INSTANCE,name="prices",outcome="done"}': '1x250',
  'storage_used_bytes{INSTANCE,club="RWA"}': '95x250',
  'storage_used_bytes{INSTANCE,club="SCB"}': '50x250',
  'storage_quota_bytes{INSTANCE}': '100x250',
  'process_resident_memory_bytes{INSTANCE}': '800e6x250',
  'heap_limit_bytes{INSTANCE}': '1090e6x250',
  'process_resident_memory_bytes{job="vereinsportal",instance="small"}': '800e6x250',
  'heap_limit_bytes{job="vereinsportal",instance="small"}': '560e6x250',
};

/** The expected alerts: the minute, the name and the labels. */
const alarms: readonly { at: number; alert: string; labels: readonly { [label: string]: string }[] }[] = [
  { at: 80, alert: 'VereinsportalBackupFailed', labels: [] },
  { at: 95, alert: 'VereinsportalBackupFailed', labels: [{}] },
  { at: 80, alert: 'VereinsportalJobFailed', labels: [] },
  { at: 120, alert: 'VereinsportalJobFailed', labels: [{ name: 'sweep' }] },
  { at: 160, alert: 'VereinsportalJobFailed', labels: [{ name: 'prices' }, { name: 'sweep' }] },
  { at: 200, alert: 'VereinsportalStorageFull', labels: [{ instance: 'one', club: 'RWA', job: 'vereinsportal' }] },
  { at: 200, alert: 'VereinsportalMemory', labels: [{ instance: 'small' }] },
];

test.runIf(hasPromtool)('the alarms of jobs, backups, files and memory come when they should, and only then', () => {
  const folder = temporaryFolder();
  const summaryOf = (alert: string) => new RegExp(`alert: ${alert}\\n[\\s\\S]*?summary: (.*)`).exec(fs.readFileSync(rules, 'utf8'))?.[1];
  const file = path.join(folder, 'alarms.json');
  // JSON is valid YAML.
  const wanted = {
    rule_files: [rules],
    evaluation_interval: '1m',
    tests: [
      {
        interval: '1m',
        input_series: Object.entries(series).map(([name, values]) => ({
          series: name.replace('INSTANCE', 'job="vereinsportal",instance="one"'),
          values,
        })),
        alert_rule_test: alarms.map(({ at, alert, labels }) => ({
          eval_time: `${at}m`,
          alertname: alert,
          exp_alerts: labels.map((exp_labels) => ({ exp_labels, exp_annotations: { summary: summaryOf(alert) } })),
        })),
      },
    ],
  };
  fs.writeFileSync(file, JSON.stringify(wanted));
  const { status, stdout, stderr } = spawnSync('promtool', ['test', 'rules', file], { encoding: 'utf8' });
  fs.rmSync(folder, { recursive: true });
  expect([status, stdout, stderr]).toEqual([0, expect.stringContaining('SUCCESS'), '']);
});

test('no alarm multiplies a number with a vector over labels, and jobs are told apart by a label that Prometheus leaves alone', () => {
  const text = fs.readFileSync(rules, 'utf8');
  expect(text).not.toMatch(/[\d.]+ [-+*/] on\(/);
  const dashboard = fs.readFileSync(path.join(projectRoot, 'deploy/grafana-dashboard.json'), 'utf8');
  for (const one of [text, dashboard]) {
    expect(one).toContain('by (name) (increase(job_runs_total{');
    expect(one).not.toMatch(/by \(job\)|\{\{job\}\}/);
  }
  expect(text).toMatch(/increase\(job_runs_total\{name="backup", outcome="failed"\}\[3h\]\)/);
});

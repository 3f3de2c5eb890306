import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { afterAll, expect, inject, test } from 'vitest';
import { namingVersion, withVersion } from '../scripts/releaseTexts.mjs';
import { openClient } from '#server/platform/database/database.ts';
import { migrate } from '#server/platform/database/migrate.ts';
import { programVersion, projectRoot } from '#server/platform/process/root.ts';
import { settingsShape } from '#server/platform/process/settings.ts';
import { query, temporaryFolder } from './processes.ts';

const deploy = path.join(projectRoot, 'deploy');
const read = (file: string) => fs.readFileSync(path.join(deploy, file), 'utf8');
const has = (program: string) => spawnSync('sh', ['-c', `command -v ${program}`]).status === 0;
const folder = temporaryFolder();
afterAll(() => fs.rmSync(folder, { recursive: true }));

test('the unit can be enabled, waits for the network, never gives up and shuts the server into its folder', () => {
  const unit = read('vereinsportal.service');
  for (const line of [
    '[Install]',
    'WantedBy=multi-user.target',
    'After=network-online.target postgresql.service',
    'Restart=always',
    'RestartSec=5',
    'StartLimitIntervalSec=0',
    'KillMode=mixed',
    'MemoryMax=1G',
    'NoNewPrivileges=yes',
    'ProtectSystem=strict',
    'ExecStart=/srv/vereinsportal/vereinsportal start',
  ])
    expect(unit.split('\n')).toContain(line);
});

test('a further process is run as the first one, in a folder of its own, and may write where they share', () => {
  const [first, further] = ['vereinsportal.service', 'vereinsportal@.service'].map(read) as [string, string];
  const linesOf = (unit: string) => unit.split('\n').filter((line) => line && !line.startsWith('#'));
  const moved = linesOf(first).map((line) =>
    line.replaceAll('/srv/vereinsportal/', '/srv/vereinsportal-%i/').replace(/=\/srv\/vereinsportal$/, '$&-%i'),
  );
  const differing = linesOf(further).filter((line) => !moved.includes(line));
  expect(differing).toEqual([
    'Description=Vereinsportal, process %i',
    'ReadWritePaths=/srv/vereinsportal-%i /srv/vereinsportal -/srv/vereinsportal-backup /tmp',
  ]);
});

test('a backup by the timer is shut in as the server is, whose database it may have to start', () => {
  const sandboxOf = (file: string) =>
    read(file)
      .match(/^(?:Protect|Private|Restrict|SystemCall|Capability|Ambient|Lock|NoNew|UMask).*$/gm)
      ?.toSorted();
  expect(sandboxOf('vereinsportal-backup.service')).toEqual(sandboxOf('vereinsportal.service'));
});

test('where the handbook puts backups, the units let the service write', () => {
  const [, named = ''] = /`BACKUP_TO=(\/[^`]+)`/.exec(fs.readFileSync(path.join(projectRoot, 'docs/operations.md'), 'utf8')) ?? [];
  expect(named).toMatch(/^\/srv\//);
  for (const unit of ['vereinsportal.service', 'vereinsportal-backup.service']) {
    const folders = /^ReadWritePaths=(.*)$/m.exec(read(unit))?.[1]?.split(' ') ?? [];
    expect(folders.some((one) => named.startsWith(`${one.replace(/^-/, '')}/`))).toBe(true);
  }
});

test.runIf(has('systemd-analyze'))('systemd takes the units', () => {
  const names = ['vereinsportal.service', 'vereinsportal@.service', 'vereinsportal-backup.service', 'vereinsportal-backup.timer'];
  // The executable of the units is not installed here, so /bin/true replaces it.
  const fileOf = (name: string) => path.join(folder, name.replace('@', '@2'));
  for (const name of names) fs.writeFileSync(fileOf(name), read(name).replace(/^ExecStart=\/srv\S+/m, 'ExecStart=/bin/true'));
  const { stderr } = spawnSync('systemd-analyze', ['verify', ...names.map(fileOf)], { encoding: 'utf8' });
  expect(stderr.split('\n').filter((line) => line.includes('vereinsportal') && !/User|user/.test(line))).toEqual([]);
});

test('nginx leads http to https, passes host and port on, believes no header of the client and does not hold streams back', () => {
  const text = read('nginx.conf');
  for (const line of [
    'listen 80;',
    'return 301 https://$host$request_uri;',
    'listen 443 ssl http2;',
    'proxy_set_header Host $http_host;',
    'proxy_set_header X-Forwarded-For $remote_addr;',
    'proxy_set_header X-Forwarded-Host "";',
    'proxy_buffering off;',
    'proxy_request_buffering off;',
  ])
    expect(text).toContain(line);
  expect(text.match(/^ {2}server 127\.0\.0\.1:\d+/gm)).toHaveLength(2);
});

test.runIf(has('nginx') && has('openssl'))('nginx takes its file', () => {
  const [key, certificate] = [path.join(folder, 'key.pem'), path.join(folder, 'certificate.pem')];
  const subject = ['-subj', '/CN=portal.example', '-days', '1', '-nodes'];
  spawnSync('openssl', ['req', '-x509', '-newkey', 'rsa:2048', '-keyout', key, '-out', certificate, ...subject]);
  const servers = read('nginx.conf')
    .replace(/ssl_certificate \S+;/, `ssl_certificate ${certificate};`)
    .replace(/ssl_certificate_key \S+;/, `ssl_certificate_key ${key};`);
  fs.writeFileSync(path.join(folder, 'nginx.conf'), `events {}\nhttp {\n${servers}\n}\npid ${folder}/pid;\n`);
  const { status, stderr } = spawnSync('nginx', ['-t', '-p', folder, '-c', path.join(folder, 'nginx.conf')], { encoding: 'utf8' });
  expect([status, stderr]).toEqual([0, expect.stringContaining('successful')]);
});

test('certificates can be made and renewed past nginx and HAProxy, and come to HAProxy in one step', () => {
  const challenge = '/.well-known/acme-challenge/';
  const [upper = '', lower = ''] = read('nginx.conf').split('# From here on a certificate is needed.\n');
  expect(upper).toMatch(new RegExp(`location ${challenge} \\{\\s+root /var/www/acme;`));
  expect([upper.includes('ssl'), lower.startsWith('server {')]).toEqual([false, true]);
  const balancer = read('haproxy.cfg');
  for (const line of [
    `acl of_authority path_beg ${challenge}`,
    'unless { ssl_fc } || of_authority',
    'use_backend certbot if of_authority',
    'user haproxy',
    'strict-sni',
  ])
    expect(balancer).toContain(line);
  const [lineage, certs, bin] = ['live/portal.example', 'etc/certs', 'bin'].map((one) => path.join(folder, one)) as [
    string,
    string,
    string,
  ];
  for (const one of [lineage, bin]) fs.mkdirSync(one, { recursive: true });
  for (const name of ['fullchain', 'privkey']) fs.writeFileSync(path.join(lineage, `${name}.pem`), `${name}\n`);
  fs.writeFileSync(path.join(bin, 'systemctl'), '#!/bin/sh\necho "$@"\n', { mode: 0o755 });
  const env = { PATH: `${bin}:${process.env['PATH']}`, RENEWED_LINEAGE: lineage, HAPROXY_CERTS: certs };
  const { status, stdout } = spawnSync('sh', [path.join(deploy, 'certbot-haproxy.sh')], { env, encoding: 'utf8' });
  expect([status, stdout]).toEqual([0, 'reload haproxy\n']);
  const made = path.join(certs, 'portal.example.pem');
  expect([fs.readFileSync(made, 'utf8'), fs.statSync(made).mode & 0o777, fs.readdirSync(certs)]).toEqual([
    'fullchain\nprivkey\n',
    0o600,
    ['portal.example.pem'],
  ]);
  // The handbook installs the files at the paths that they refer to.
  const handbook = fs.readFileSync(path.join(projectRoot, 'docs/operations.md'), 'utf8');
  for (const words of ['/var/www/acme', '--http-01-port 8888', '--deploy-hook /usr/local/sbin/certbot-haproxy.sh', '/From here on/,$d'])
    expect(handbook).toContain(words);
});

test('the other proxies clear what the client says of itself and know both processes', () => {
  for (const file of ['Caddyfile', 'haproxy.cfg']) {
    expect(read(file)).toMatch(/127\.0\.0\.1:3000[\s\S]*127\.0\.0\.1:3001/);
    expect(read(file)).toMatch(/X-Forwarded-Host/);
    expect(read(file)).toContain('/health/ready');
  }
});

test.runIf(has('haproxy'))('HAProxy takes its file', () => {
  const file = path.join(folder, 'haproxy.cfg');
  // A folder without certificates, as before the first one; the user is created by the package.
  fs.mkdirSync(path.join(folder, 'certs'));
  fs.writeFileSync(
    file,
    read('haproxy.cfg')
      .replace('/etc/haproxy/certs/', path.join(folder, 'certs/'))
      .replaceAll(/^ {2}(?:user|group) haproxy\n/gm, ''),
  );
  expect(spawnSync('haproxy', ['-c', '-f', file], { encoding: 'utf8' })).toMatchObject({
    status: 0,
    stderr: expect.not.stringMatching(/ALERT/),
  });
});

test.runIf(has('caddy'))('Caddy takes its files', () => {
  for (const file of ['Caddyfile', 'Caddyfile.compose']) {
    const words = ['validate', '--adapter', 'caddyfile', '--config', path.join(deploy, file)];
    expect(spawnSync('caddy', words, { encoding: 'utf8', env: { ...process.env, HOME: folder } })).toMatchObject({ status: 0 });
  }
});

test.runIf(has('promtool'))('Prometheus takes its rules', () => {
  const count = read('prometheus-rules.yml').match(/- alert:/g)?.length;
  const { status, stdout } = spawnSync('promtool', ['check', 'rules', path.join(deploy, 'prometheus-rules.yml')], { encoding: 'utf8' });
  expect([status, stdout]).toEqual([0, expect.stringContaining(`${count} rules found`)]);
});

test('a release says its own number where it is built, installed and updated, and nothing else has to be raised with it', () => {
  for (const file of namingVersion) {
    const text = fs.readFileSync(path.join(projectRoot, file), 'utf8');
    const named = withVersion(text, programVersion);
    expect(named).not.toMatch(/X\.Y|\(Z\+1\)/);
    // A literal version number would be wrong from the next release on.
    for (const [number] of text.matchAll(/(?<=(?:vereinsportal[-:]|VERSION[:=] ?|releases\/))\d+\.\d+\.\d+/g))
      expect([file, number]).toEqual([file, '']);
  }
  const compose = withVersion(read('compose.yaml'), programVersion);
  expect(compose).toContain(`image: vereinsportal:${programVersion}\n`);
  expect(compose).toContain(`VERSION: ${programVersion}\n`);
  expect(withVersion('X.Y.Z X.Y.(Z+1)', '2.4.9')).toBe('2.4.9 2.4.10');
  const handbook = withVersion(fs.readFileSync(path.join(projectRoot, 'docs/operations.md'), 'utf8'), programVersion);
  const [, installed] = /tar -xzf vereinsportal-([\d.]+)-linux-x64/.exec(handbook) ?? [];
  const [, updated = ''] = /vereinsportal update \S*vereinsportal-([\d.]+)-linux-x64/.exec(handbook) ?? [];
  // `update` rejects the version that is running.
  expect([installed, updated.localeCompare(programVersion, 'en', { numeric: true })]).toEqual([programVersion, 1]);
});

test.runIf(has('psql'))('the database of the container gets the two users of the handbook, with which the product starts', async () => {
  const host = inject('postgres');
  const env = { PATH: process.env['PATH'], PGHOST: host, OWNER_PASSWORD: "it's", DATABASE_PASSWORD: 'app' };
  const { status, stderr } = spawnSync('sh', [path.join(deploy, 'compose-database.sh')], { env, encoding: 'utf8' });
  try {
    expect([status, stderr]).toEqual([0, '']);
    const handbook = fs.readFileSync(path.join(projectRoot, 'docs/operations.md'), 'utf8');
    const said = (text: string) => /create database portal owner .*;/.exec(text)?.[0];
    expect(said(read('compose-database.sh'))).toBe(said(handbook));
    await migrate(`postgres://portal_owner@/portal?host=${host}`, { app: 'portal_app' });
    const roles = await query(
      { host, database: 'portal', user: 'portal_app' },
      'select rolname, rolsuper from pg_roles where rolname like $1',
      ['portal%'],
    );
    expect(roles.map(({ rolname, rolsuper }) => [rolname, rolsuper]).toSorted()).toEqual([
      ['portal_app', false],
      ['portal_owner', false],
    ]);
    await expect(query({ host, database: 'portal', user: 'portal_app' }, 'drop table audit')).rejects.toMatchObject({ code: '42501' });
  } finally {
    const client = openClient({ host, database: 'postgres' }, 'postgres');
    await client.connect();
    for (const what of ['database if exists portal', 'role if exists portal_app', 'role if exists portal_owner'])
      await client.query(`drop ${what}`);
    await client.end();
  }
});

test('the container runs as nobody special, knows whether it lives, and its settings are ours', () => {
  const text = read('Containerfile');
  expect(text).toMatch(/^USER 10001:0$/m);
  expect(text).toMatch(/^HEALTHCHECK /m);
  expect(text).toMatch(/^VOLUME \/data$/m);
  // Also without compose.yaml, a backup goes into the volume.
  expect(text).toMatch(/^ENV .*BACKUP_TO=\/data\//m);
  const portal = /^ {2}portal:\n([\s\S]*?)\n\n/m.exec(read('compose.yaml'))?.[1] ?? '';
  const named = [...(portal.split('    environment:\n')[1] ?? '').matchAll(/^ {6}([A-Z0-9_]+):/gm)].map(([, name = '']) => name);
  expect(named.length).toBeGreaterThan(8);
  expect(named.filter((name) => !(name in settingsShape.shape))).toEqual([]);
  const hosts = [...portal.matchAll(/^ {6}CLUB_HOSTS_\w+: (.*)$/gm)].flatMap(([, list = '']) => list.split(','));
  const served = /^([\w., ]+) \{$/m.exec(read('Caddyfile.compose'))?.[1]?.split(', ') ?? [];
  expect(hosts.filter((host) => !served.includes(host))).toEqual([]);
  // What Docker or Podman choose by themselves may lie anywhere; then everybody seems to come from the proxy.
  const [, network] = /^networks:\n {2}default:\n[\s\S]*?subnet: (\S+)/m.exec(read('compose.yaml')) ?? [];
  expect(network).toBe(/^ {6}TRUSTED_PROXIES: (.*)$/m.exec(portal)?.[1]);
  // Only the volume is writable.
  expect(portal).toMatch(/^ {6}BACKUP_TO: \/data\//m);
});

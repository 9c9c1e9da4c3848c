import { existsSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { installPackages } from '../scripts/packages.mjs'
import { findPostgres, postgresAdvice } from '../scripts/postgres.mjs'
import { Advice, run, runMain, say } from '../scripts/processes.mjs'

/** A proof that needs programs beyond those of the tests, each from a Debian package. */
interface Proof {
  readonly name: string
  /** The programs that the proof needs, and the Debian package of each. */
  readonly needs: Readonly<Record<string, string>>
  /** The arguments for Node.js. */
  readonly command: readonly string[]
}

const vitest = ['node_modules/vitest/vitest.mjs', 'run', '--config', 'proofs/vitest.config.ts']
const pgbouncer = { '/usr/sbin/pgbouncer': 'pgbouncer' }

const machines = {
  '/usr/bin/etcd': 'etcd-server',
  '/usr/bin/patroni': 'patroni',
  '/usr/lib/python3/dist-packages/etcd/__init__.py': 'python3-etcd',
  '/usr/sbin/haproxy': 'haproxy',
  '/usr/sbin/keepalived': 'keepalived',
  '/usr/sbin/ip': 'iproute2',
  '/usr/bin/curl': 'curl',
}

const proofs: readonly Proof[] = [
  { name: 'pooler', needs: pgbouncer, command: [...vitest, '--project', 'pooler'] },
  {
    name: 'server-behind-pooler',
    needs: pgbouncer,
    command: [...vitest, '--project', 'server-behind-pooler', '--testNamePattern', 'PostgreSQL'],
  },
  { name: 'upgrade', needs: { '/usr/sbin/haproxy': 'haproxy' }, command: [...vitest, '--project', 'upgrade'] },
  { name: 'package', needs: {}, command: [...vitest, '--project', 'package'] },
  {
    name: 'debian',
    needs: {
      '/lib/systemd/systemd': 'systemd',
      '/usr/bin/nsenter': 'util-linux',
      '/usr/bin/setpriv': 'util-linux',
      '/usr/bin/ps': 'procps',
    },
    command: [...vitest, '--project', 'debian'],
  },
  {
    name: 'proxies',
    needs: { '/usr/bin/caddy': 'caddy', '/usr/sbin/nginx': 'nginx', '/usr/bin/curl': 'curl' },
    command: [...vitest, '--project', 'proxies'],
  },
  {
    name: 'image',
    needs: { '/usr/bin/buildah': 'buildah', '/usr/sbin/debootstrap': 'debootstrap' },
    command: [...vitest, '--project', 'image'],
  },
  {
    name: 'ldap',
    needs: { '/usr/sbin/slapd': 'slapd', '/usr/bin/glewlwyd': 'glewlwyd', '/usr/bin/sqlite3': 'sqlite3' },
    command: [...vitest, '--project', 'ldap'],
  },
  {
    name: 'point-in-time',
    needs: { '/usr/bin/pgbackrest': 'pgbackrest' },
    command: [...vitest, '--project', 'point-in-time'],
  },
  { name: 'backups', needs: { '/usr/bin/mount': 'mount' }, command: [...vitest, '--project', 'backups'] },
  {
    name: 'alerts',
    needs: { '/usr/bin/prometheus': 'prometheus' },
    command: [...vitest, '--project', 'alerts'],
  },
  {
    name: 'mailbox',
    needs: { '/usr/sbin/dovecot': 'dovecot-imapd', '/usr/bin/openssl': 'openssl' },
    command: [...vitest, '--project', 'mailbox'],
  },
  { name: 'readings', needs: { '/usr/bin/unshare': 'util-linux' }, command: [...vitest, '--project', 'readings'] },
  { name: 'replica', needs: {}, command: [...vitest, '--project', 'replica'] },
  {
    name: 'availability-finds-losses',
    needs: machines,
    command: ['proofs/availability/main.ts', '--asynchronous', '--only', 'both standbys frozen'],
  },
  { name: 'availability', needs: machines, command: ['proofs/availability/main.ts'] },
]

const { values: options } = parseArgs({ options: { only: { type: 'string' } } })

await runMain(async () => {
  const chosen = proofs.filter(({ name }) => (options.only ?? name) === name)
  if (chosen.length === 0) throw new Advice(`Choose one of these proofs: ${proofs.map(({ name }) => name).join(', ')}.`)
  const failed: string[] = []
  for (const proof of chosen) {
    say(`\n== ${proof.name}`)
    await provide(proof)
    const { code } = await run(process.execPath, proof.command, { show: true })
    if (code !== 0) failed.push(proof.name)
  }
  say(failed.length > 0 ? `\nFAILED: ${failed.join(', ')}` : `\n${chosen.length} proofs passed.`)
  process.exitCode = failed.length > 0 ? 1 : 0
})

async function provide({ needs }: Proof): Promise<void> {
  const lacking = () => Object.entries(needs).filter(([program]) => !existsSync(program))
  const packages = lacking().map(([, name]) => name)
  if (!(await findPostgres())) packages.push('postgresql')
  if (packages.length > 0) await installPackages(...packages)
  if (!(await findPostgres())) throw new Advice(postgresAdvice)
  const missing = lacking().map(([program, name]) => `${program} from the Debian package '${name}'`)
  if (missing.length > 0) throw new Advice(`Missing: ${missing.join(', ')}. Install and try again.`)
}

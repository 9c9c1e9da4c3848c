import { appendFileSync, chownSync, mkdirSync, writeFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { findOwner, findPostgres } from '../../scripts/postgres.mjs'
import { run } from '../../scripts/processes.mjs'
import { makeTemporaryFolder } from '../../scripts/temporary-folder.mjs'

/** A PostgreSQL whose write-ahead log pgBackRest archives, configured as in docs/operations.md. */
export interface ArchivedPostgres {
  readonly url: string
  /** Makes a base backup. */
  backUp(): Promise<void>
  /** Kills PostgreSQL and deletes all its data. */
  lose(): Promise<void>
  /** Restores the state at a time, such as `2026-11-25 07:00:03+00`, and starts PostgreSQL. */
  restoreTo(moment: string): Promise<void>
  stop(): Promise<void>
}

/** Starts PostgreSQL in a temporary folder, with only a Unix socket and no password. */
export async function startArchivedPostgres(): Promise<ArchivedPostgres> {
  const programs = await findPostgres()
  if (!programs) throw new Error('PostgreSQL wasn’t found.')
  const owner = await findOwner()
  const last = (folder: string) => [join(programs, 'pg_ctl'), 'stop', '-m', 'immediate', '-D', join(folder, 'data')]
  const { folder, remove } = makeTemporaryFolder('archived', { owner, last })
  const data = join(folder, 'data')
  const conf = writeConfiguration(folder, data, owner)
  const call = async (program: string, ...args: readonly string[]) => {
    const { code, output } = await run(program, [...args], { cwd: folder, ...owner })
    if (code !== 0) throw new Error(`${program} ${args.join(' ')} failed: ${output}`)
  }
  const pgbackrest = (...args: readonly string[]) =>
    call('/usr/bin/pgbackrest', `--config=${conf}`, '--stanza=checks', ...args)
  const start = () => call(join(programs, 'pg_ctl'), 'start', '-w', '-t', '120', '-D', data, '-l', join(folder, 'log'))

  await call(join(programs, 'initdb'), '-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C.UTF-8')
  appendFileSync(join(data, 'postgresql.conf'), serverSettings(folder, conf))
  await start()
  await pgbackrest('stanza-create')
  return {
    url: `postgres://postgres@localhost/postgres?host=${encodeURIComponent(folder)}`,
    backUp: () => pgbackrest('backup', '--type=full'),
    lose: async () => {
      await call(join(programs, 'pg_ctl'), 'stop', '-m', 'immediate', '-D', data)
      await rm(data, { recursive: true })
    },
    restoreTo: async (moment) => {
      mkdirSync(data, { mode: 0o700 })
      if (owner) chownSync(data, owner.uid, owner.gid)
      await pgbackrest('restore', '--type=time', `--target=${moment}`, '--target-action=promote')
      await start()
    },
    stop: async () => remove(),
  }
}

function serverSettings(folder: string, conf: string): string {
  return `
listen_addresses = ''
unix_socket_directories = '${folder}'
archive_mode = on
archive_command = 'pgbackrest --config=${conf} --stanza=checks archive-push %p'
archive_timeout = 60
`
}

function writeConfiguration(folder: string, data: string, owner: Awaited<ReturnType<typeof findOwner>>): string {
  const conf = join(folder, 'pgbackrest.conf')
  const folders = ['repo', 'pgbackrest-log', 'pgbackrest-lock', 'pgbackrest-spool'].map((name) => join(folder, name))
  const [repo, log, lock, spool] = folders
  writeFileSync(
    conf,
    `[global]
repo1-path=${repo}
repo1-retention-full=2
start-fast=y
log-path=${log}
lock-path=${lock}
spool-path=${spool}

[checks]
pg1-path=${data}
pg1-socket-path=${folder}
pg1-user=postgres
`,
  )
  for (const made of folders) mkdirSync(made, { mode: 0o750 })
  if (owner) for (const path of [conf, ...folders]) chownSync(path, owner.uid, owner.gid)
  return conf
}

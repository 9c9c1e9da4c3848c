import { execFileSync } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { packForDebian } from '../../scripts/package/debian.mjs'

const architecture = execFileSync('dpkg', ['--print-architecture'], { encoding: 'utf8' }).trim()
export const { version } = JSON.parse(readFileSync('package.json', 'utf8'))
const nodeBefore = '/usr/lib/check-requests/before/bin/node'

/** The package of this version. */
export const made = `dist/check-requests_${version}_${architecture}.deb`

/** Builds a package with the same program and a later version number. */
export function packLater(later: string): Promise<string> {
  const { folder, program } = emptyProgram()
  const archive = execFileSync('dpkg-deb', ['--fsys-tarfile', made], { maxBuffer: 500_000_000 })
  const strip = ['--strip-components=5', './usr/lib/check-requests/program']
  execFileSync('tar', ['-x', '-C', program, ...strip], { input: archive })
  return pack(folder, program, later)
}

/** Builds a package whose server is only this shell script. */
export function packBroken(later: string, script: string): Promise<string> {
  const { folder, program } = emptyProgram()
  mkdirSync(join(program, 'bin'))
  symlinkSync(nodeBefore, join(program, 'bin/node'))
  writeFileSync(join(program, 'check-requests'), `#!/bin/sh\n${script}\n`)
  chmodSync(join(program, 'check-requests'), 0o755)
  return pack(folder, program, later)
}

/** A server that reports that it is ready but doesn't respond. */
export const deaf = 'systemd-notify --ready; exec sleep 600'

/** A server that changes the database like a migration and exits. */
export const migratesAndEnds = `${nodeBefore} --eval "
const { DatabaseSync } = require('node:sqlite')
const database = new DatabaseSync('/var/lib/check-requests/check-requests.db')
database.exec(\\"insert into kysely_migration (name, timestamp) values ('9999-of-the-broken-version', '2126-01-01')\\")
"
exit 1`

function emptyProgram() {
  const folder = mkdtempSync(join(tmpdir(), 'check-requests-later-'))
  const program = join(folder, 'program')
  mkdirSync(program)
  return { folder, program }
}

function pack(folder: string, program: string, later: string): Promise<string> {
  const named = { name: 'check-requests', version: later, type: 'module' }
  writeFileSync(join(program, 'package.json'), `${JSON.stringify(named)}\n`)
  return packForDebian({ program, version: later, architecture, folder })
}

import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A folder on an SFTP server. `hostKey`: the fingerprint of the server's key, such as `SHA256:…`. */
export interface SftpFolder {
  readonly host: string
  readonly port: number
  readonly user: string
  readonly hostKey: string
  readonly folder: string
  /** A password, or a private key without a passphrase. */
  readonly secret: string
}

const longest = 60_000

/**
 * The server didn't confirm the new name of an uploaded file. `isThere`: false if the file still has its temporary name,
 * undefined if nobody knows, because the bank might have taken it out of the folder.
 */
export class UnconfirmedUpload extends Error {
  readonly isThere: false | undefined

  constructor(reason: string, isThere: false | undefined) {
    super(reason)
    this.isThere = isThere
  }
}

/**
 * Uploads a file under a temporary name and renames it, with the programs of OpenSSH. A file that is already there under
 * the name is left as it is, so repeating an upload doesn't send a file again that the bank hasn't taken yet. Throws with
 * the reason if it fails: `UnconfirmedUpload` if the last step did.
 */
export async function putBySftp(at: SftpFolder, name: string, content: Buffer): Promise<void> {
  const own = await mkdtemp(join(tmpdir(), 'sftp-'))
  try {
    await writeFile(join(own, 'hosts'), await confirmedKeys(at), { mode: 0o600 })
    await writeFile(join(own, 'content'), content, { mode: 0o600 })
    const files = await batch(own, at, [`cd "${at.folder}"`, 'ls -1'])
    if (files.split(/\r?\n/).includes(name)) return
    const part = `.${name}.part`
    await batch(own, at, [`cd "${at.folder}"`, `put "${join(own, 'content')}" "${part}"`])
    try {
      // `-l` refuses to replace a file.
      await batch(own, at, [`cd "${at.folder}"`, `rename -l "${part}" "${name}"`])
    } catch (error) {
      const left = await batch(own, at, [`cd "${at.folder}"`, 'ls -1a']).catch(() => '')
      const names = left.split(/\r?\n/)
      if (names.includes(name)) return
      throw new UnconfirmedUpload(error instanceof Error ? error.message : '', names.includes(part) ? false : undefined)
    }
  } finally {
    await rm(own, { recursive: true, force: true })
  }
}

/** The server's keys in the form of a list of known hosts, without keys other than the confirmed one. */
async function confirmedKeys({ host, port, hostKey }: SftpFolder): Promise<string> {
  const scanned = await run('ssh-keyscan', ['-T', '10', '-p', String(port), host], process.env).catch(() => '')
  const lines = scanned.split('\n').filter((line) => line !== '' && !line.startsWith('#'))
  if (lines.length === 0) throw new Error(`The server ${host} can’t be reached at port ${port}.`)
  const confirmed = lines.filter((line) => fingerprintOf(line.split(' ')[2] ?? '') === hostKey)
  if (confirmed.length === 0)
    throw new Error(`The server ${host} has a host key that nobody has confirmed. Nothing was sent. Ask the bank.`)
  return `${confirmed.join('\n')}\n`
}

/** The fingerprint of a public key in base64. */
export function fingerprintOf(key: string): string {
  return `SHA256:${createHash('sha256').update(Buffer.from(key, 'base64')).digest('base64').replace(/=+$/, '')}`
}

async function batch(own: string, at: SftpFolder, lines: readonly string[]): Promise<string> {
  const [commands, key, ask] = [join(own, 'commands'), join(own, 'key'), join(own, 'ask')]
  await writeFile(commands, `${lines.join('\n')}\n`, { mode: 0o600 })
  const hasKey = at.secret.includes('PRIVATE KEY')
  if (hasKey) await writeFile(key, `${at.secret.trim()}\n`, { mode: 0o600 })
  else await writeFile(ask, '#!/bin/sh\nprintf "%s\\n" "$SFTP_SECRET"\n', { mode: 0o700 })
  const options = [
    `UserKnownHostsFile=${join(own, 'hosts')}`,
    'GlobalKnownHostsFile=/dev/null',
    'StrictHostKeyChecking=yes',
    'ConnectTimeout=15',
    'NumberOfPasswordPrompts=1',
    'IdentitiesOnly=yes',
    `IdentityFile=${hasKey ? key : '/dev/null'}`,
    `PreferredAuthentications=${hasKey ? 'publickey' : 'password,keyboard-interactive'}`,
    // A batch turns passwords off unless this comes first.
    `BatchMode=${hasKey ? 'yes' : 'no'}`,
  ]
  const where = [...options.flatMap((option) => ['-o', option]), '-F', '/dev/null', '-P', String(at.port)]
  const env = { PATH: process.env.PATH, SSH_ASKPASS: ask, SSH_ASKPASS_REQUIRE: 'force', SFTP_SECRET: at.secret }
  return run('sftp', [...where, '-b', commands, `${at.user}@${at.host}`], env)
}

function run(program: string, args: readonly string[], env: NodeJS.ProcessEnv): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { env, stdio: ['ignore', 'pipe', 'pipe'], timeout: longest })
    let [said, wrong] = ['', '']
    child.stdout.on('data', (data: Buffer) => {
      said += data.toString('utf8')
    })
    child.stderr.on('data', (data: Buffer) => {
      wrong += data.toString('utf8')
    })
    child.on('error', () => reject(new Error(`This server has no program “${program}”. Install the OpenSSH client.`)))
    child.on('close', (code) => {
      const reason = wrong.trim().split('\n').at(-1)?.trim() ?? ''
      if (code === 0) resolve(said)
      else reject(new Error(reason === '' ? `${program} didn’t finish within a minute.` : reason.slice(0, 300)))
    })
  })
}

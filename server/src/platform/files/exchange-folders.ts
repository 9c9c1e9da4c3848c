import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { link, mkdir, mkdtemp, open, readdir, readFile, realpath, rename, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, sep } from 'node:path'

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

/** A folder of this server: `path` is below `base`, and never leaves it. */
export interface LocalFolder {
  readonly base: string
  readonly path: string
}

/** A small file of a folder. */
export interface SmallFile {
  readonly name: string
  readonly bytes: Buffer
}

const longest = 60_000

/** How much of a folder is read: the newest files up to `most`, each with up to `mostBytes`. */
const limits = { most: 200, mostBytes: 200_000 }

/** Files with other names, such as hidden ones and those that a program is still writing, aren't read. */
const readableName = /^[A-Za-z0-9_][\w .()+=@,~-]{0,199}$/

/** The newest small files of a folder. */
export function readFiles(at: SftpFolder | LocalFolder): Promise<SmallFile[]> {
  return 'host' in at ? readBySftp(at) : readFolder(at)
}

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
 * Puts a file into a folder under a temporary name, and renames it. A file that is already there under the name is left
 * as it is, so repeating an upload doesn't send a file again that the bank hasn't taken yet. Throws with the reason if it
 * fails: `UnconfirmedUpload` if the last step did.
 */
export function putFile(at: SftpFolder | LocalFolder, name: string, content: Buffer): Promise<void> {
  return 'host' in at ? putBySftp(at, name, content) : putInFolder(at, name, content)
}

// With the programs of OpenSSH.
async function putBySftp(at: SftpFolder, name: string, content: Buffer): Promise<void> {
  await connected(at, async (own) => {
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
  })
}

const listedFile = /^-\S{9}\S*\s+\S+\s+\S+\s+\S+\s+(\d+)\s+\S+\s+\d+\s+[\d:]+\s(.+)$/

function readBySftp(at: SftpFolder): Promise<SmallFile[]> {
  return connected(at, async (own) => {
    const listed = await batch(own, at, [`cd "${at.folder}"`, 'ls -lnt'])
    const names = listed.split(/\r?\n/).flatMap((line) => {
      const [, size = '0', name = ''] = listedFile.exec(line) ?? []
      return readableName.test(name) && Number(size) > 0 && Number(size) <= limits.mostBytes ? [name] : []
    })
    const wanted = names.slice(0, limits.most)
    if (wanted.length === 0) return []
    // A dash ignores files that were taken out of the folder in the meantime.
    const gets = wanted.map((name, index) => `-get "${name}" "${join(own, `file-${index}`)}"`)
    await batch(own, at, [`cd "${at.folder}"`, ...gets])
    const files = wanted.map((name, index) => readIfThere(join(own, `file-${index}`), name))
    return (await Promise.all(files)).flat()
  })
}

/** Passes a temporary folder with the server's confirmed keys, and removes it afterward. */
async function connected<Result>(at: SftpFolder, work: (own: string) => Promise<Result>): Promise<Result> {
  const own = await mkdtemp(join(tmpdir(), 'sftp-'))
  try {
    await writeFile(join(own, 'hosts'), await confirmedKeys(at), { mode: 0o600 })
    return await work(own)
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

async function putInFolder(at: LocalFolder, name: string, content: Buffer): Promise<void> {
  const folder = await openFolder(at)
  const [part, whole] = [join(folder, `.${name}.part`), join(folder, name)]
  const file = await open(part, 'w', 0o640)
  try {
    await file.writeFile(content)
    await file.sync()
  } finally {
    await file.close()
  }
  try {
    // A link doesn't replace a file.
    await link(part, whole)
    await rm(part)
  } catch (error) {
    if (hasCode(error, 'EEXIST')) await rm(part)
    else if (await stat(whole).catch(() => undefined)) await rm(part)
    // Some network folders have no links.
    else await rename(part, whole)
  }
}

async function readFolder(at: LocalFolder): Promise<SmallFile[]> {
  const folder = await openFolder(at)
  const entries = await readdir(folder, { withFileTypes: true })
  const names = entries.filter((entry) => entry.isFile() && readableName.test(entry.name)).map(({ name }) => name)
  const found = await Promise.all(names.map(async (name) => ({ name, ...(await sizeOf(join(folder, name))) })))
  const newest = found
    .filter(({ size }) => size > 0 && size <= limits.mostBytes)
    .toSorted((one, other) => other.changed - one.changed)
    .slice(0, limits.most)
  return (await Promise.all(newest.map(({ name }) => readIfThere(join(folder, name), name)))).flat()
}

// A file can be taken out of the folder at any time.
async function readIfThere(path: string, name: string): Promise<SmallFile[]> {
  const bytes = await readFile(path).catch(() => undefined)
  return bytes ? [{ name, bytes }] : []
}

async function sizeOf(path: string) {
  const found = await stat(path).catch(() => undefined)
  return { size: found?.size ?? 0, changed: found?.mtimeMs ?? 0 }
}

/** The path of a folder, which is created if necessary. Throws if a link leads out of `base`. */
async function openFolder({ base, path }: LocalFolder): Promise<string> {
  const root = await realpath(base).catch(() => {
    throw new Error(`The folder ${base} doesn’t exist on this server.`)
  })
  const wanted = join(root, path)
  const isInside = (folder: string) => folder === root || folder.startsWith(root + sep)
  if (!isInside(wanted)) throw new Error('This folder is outside the folder that the operator allows.')
  await mkdir(wanted, { recursive: true, mode: 0o750 })
  const folder = await realpath(wanted)
  if (!isInside(folder)) throw new Error('This folder is outside the folder that the operator allows.')
  return folder
}

function hasCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code
}

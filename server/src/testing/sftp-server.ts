import { execFileSync, spawn } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import { fingerprintOf } from '../platform/files/exchange-folders.ts'

const program = '/usr/sbin/sshd'

/** True where the OpenSSH server is installed. */
export const hasSshd = existsSync(program)

/** A port that nothing listens on. */
export function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })
}

/**
 * Hands a connection to the SFTP program. Once a file has its final name, this moves it to the folder `taken`, as a bank
 * does, and breaks the connection before the client has the answer.
 */
const breaking = (folder: string, taken: string) => `
const { spawn } = require('node:child_process')
const { readdirSync, renameSync } = require('node:fs')
const [folder, taken] = ${JSON.stringify([folder, taken])}
const program = spawn('/usr/lib/openssh/sftp-server', { stdio: ['pipe', 'pipe', 'ignore'] })
let [renames, packets] = [false, Buffer.alloc(0)]
process.stdin.on('data', (data) => {
  for (packets = Buffer.concat([packets, data]); packets.length > 4; ) {
    renames ||= packets[4] === 18
    if (packets.length < packets.readUInt32BE() + 4) break
    packets = packets.subarray(packets.readUInt32BE() + 4)
  }
  program.stdin.write(data)
})
process.stdin.on('end', () => program.stdin.end())
program.on('exit', () => process.exit(0))
program.stdout.on('data', (data) => {
  if (!renames) return process.stdout.write(data)
  for (const name of readdirSync(folder)) if (!name.startsWith('.')) renameSync(folder + '/' + name, taken + '/' + name)
  process.exit(1)
})
`

/**
 * Starts a real SFTP server with an empty folder, which the user of the tests can write to. `once`: what
 * the server does when a file is about to get its final name. If the connection breaks, the file is taken out of the
 * folder.
 */
export async function startSftpServer(once: 'renames' | 'refuses' | 'breaks' = 'renames') {
  const home = mkdtempSync(join(tmpdir(), 'sshd-'))
  const folder = join(home, 'in box')
  const key = (name: string) => {
    execFileSync('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-f', join(home, name)])
    return readFileSync(join(home, `${name}.pub`), 'utf8')
  }
  const [hostKey, userKey] = [key('host'), key('user')]
  const taken = join(home, 'taken')
  mkdirSync(folder)
  mkdirSync(taken)
  writeFileSync(join(home, 'breaking.cjs'), breaking(folder, taken))
  mkdirSync('/run/sshd', { recursive: true })
  writeFileSync(join(home, 'authorized'), userKey, { mode: 0o600 })
  const port = await freePort()
  const settings = {
    Port: port,
    ListenAddress: '127.0.0.1',
    HostKey: join(home, 'host'),
    AuthorizedKeysFile: join(home, 'authorized'),
    StrictModes: 'no',
    UsePAM: 'no',
    PidFile: 'none',
    Subsystem: {
      renames: 'sftp internal-sftp',
      refuses: 'sftp internal-sftp -P rename',
      breaks: `sftp ${process.execPath} ${join(home, 'breaking.cjs')}`,
    }[once],
  }
  const lines = Object.entries(settings).map(([name, value]) => `${name} ${value}\n`)
  writeFileSync(join(home, 'config'), lines.join(''))
  const server = spawn(program, ['-D', '-e', '-f', join(home, 'config')], { stdio: ['ignore', 'ignore', 'pipe'] })
  await new Promise((resolve) => server.stderr.once('data', resolve))
  const at = {
    host: '127.0.0.1',
    port,
    user: userInfo().username,
    folder,
    secret: readFileSync(join(home, 'user'), 'utf8'),
    hostKey: fingerprintOf(hostKey.split(' ')[1] ?? ''),
  }
  const stop = () => {
    server.kill()
    rmSync(home, { recursive: true, force: true })
  }
  return { at, folder, taken, stop }
}

import { execFileSync, spawn } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import { fingerprintOf } from '../platform/files/sftp.ts'

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

/** Starts a real SFTP server with an empty folder, which the user of the tests can write to. */
export async function startSftpServer() {
  const home = mkdtempSync(join(tmpdir(), 'sshd-'))
  const folder = join(home, 'in box')
  const key = (name: string) => {
    execFileSync('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-f', join(home, name)])
    return readFileSync(join(home, `${name}.pub`), 'utf8')
  }
  const [hostKey, userKey] = [key('host'), key('user')]
  mkdirSync(folder)
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
    Subsystem: 'sftp internal-sftp',
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
  return { at, folder, stop }
}

import { spawn } from 'node:child_process'
import { propertyOf } from '../errors.ts'

/** Whoever has started the server and wants to know how it is. */
export interface ServiceManager {
  /** From now on calls are taken; says so again and again from then on, if that is wanted. */
  ready(): void
  stopping(): void
}

/**
 * Tells systemd how the server is, by sd_notify, if the environment says that it listens; else tells nobody.
 * `WATCHDOG_USEC`: within how many microseconds it has to hear of the server again, or restarts it. Whatever holds the
 * event loop up that long counts as dead. Node has no datagram sockets of Unix, so a program of systemd's own sends the
 * messages, a process each. `onError` is told when one could not be sent.
 */
export function serviceManagerOf(
  environment: Readonly<Record<string, string | undefined>>,
  onError: (error: Error) => void,
): ServiceManager {
  const { NOTIFY_SOCKET: socket, WATCHDOG_USEC: within, PATH } = environment
  if (!socket) return { ready: () => undefined, stopping: () => undefined }
  // Settings hold passwords, which other programs need not see.
  const env = { NOTIFY_SOCKET: socket, ...(PATH ? { PATH } : {}) }
  const tell = (...states: string[]) =>
    void spawn('systemd-notify', states, { env, stdio: 'ignore' }).on('error', onError)
  return {
    ready() {
      tell('READY=1')
      // A third, so that one message that comes late is no reason to restart.
      if (within) setInterval(tell, Number(within) / 3000, 'WATCHDOG=1').unref()
    },
    stopping: () => tell('STOPPING=1'),
  }
}

const oldestNode = [24, 18, 1]
const oldestSqlite = [3, 51, 3]

/** Refuses to run on a Node or SQLite with known defects that could lose or leak data. */
export function checkRuntime(versions: { readonly node: string; readonly sqlite?: string | undefined }): void {
  demand('Node.js', versions.node, oldestNode)
  demand('SQLite', versions.sqlite ?? '0', oldestSqlite)
}

function demand(name: string, version: string, oldest: number[]): void {
  const parts = version.split('.').map(Number)
  const difference = oldest.map((least, index) => (parts[index] ?? 0) - least).find((step) => step !== 0) ?? 0
  if (difference < 0)
    throw new Error(`${name} ${version} is too old: this needs ${oldest.join('.')} or newer. Start it with npm start.`)
}

/** Where to listen, and the setting that names the port. */
interface Listening {
  readonly host: string
  readonly port: number
  readonly setting: string
}

/** Begins to listen. Throws a sentence that names the setting to change when that cannot be done. */
export async function listenAt<Result>(place: Listening, listen: () => Promise<Result>): Promise<Result> {
  try {
    return await listen()
  } catch (error) {
    const sentence = sentences[String(propertyOf(error, 'code'))]?.(place)
    throw sentence ? new Error(sentence, { cause: error }) : error
  }
}

const noSuchName = ({ host }: Listening) =>
  `HOST: nothing is called ${host} here. Set HOST to an address of this machine, or to 0.0.0.0 for all of them.`

const sentences: Readonly<Record<string, (place: Listening) => string>> = {
  EADDRINUSE: ({ host, port, setting }) =>
    `Another program uses this port (${host}:${port}). Stop it, or set ${setting} to another number.`,
  EACCES: ({ port, setting }) =>
    `The account that runs the server may not listen on port ${port}. Set ${setting} to a number above 1023.`,
  EADDRNOTAVAIL: ({ host }) =>
    `HOST: ${host} is no address of this machine. Set HOST to one that it has, or to 0.0.0.0 for all of them.`,
  ENOTFOUND: noSuchName,
  EAI_AGAIN: noSuchName,
}

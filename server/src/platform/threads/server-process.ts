import { spawn } from 'node:child_process'
import { propertyOf } from '../errors.ts'

/** The service manager that started the server and monitors it. */
export interface ServiceManager {
  /** Reports that the server is ready and, if requested, keeps reporting that it is alive. */
  ready(): void
  stopping(): void
}

/**
 * Reports the server's state to systemd through sd_notify if the environment asks for it. `WATCHDOG_USEC` is the time
 * in microseconds after which systemd restarts a server that hasn't reported. An event loop that is blocked for that
 * long counts as hung. Node has no Unix datagram sockets, so a systemd program sends each message. `onError` is called
 * if one couldn't be sent.
 */
export function serviceManagerOf(
  environment: Readonly<Record<string, string | undefined>>,
  onError: (error: Error) => void,
): ServiceManager {
  const { NOTIFY_SOCKET: socket, WATCHDOG_USEC: within, PATH } = environment
  if (!socket) return { ready: () => undefined, stopping: () => undefined }
  // The environment contains passwords, which other programs don't need.
  const env = { NOTIFY_SOCKET: socket, ...(PATH ? { PATH } : {}) }
  const tell = (...states: string[]) =>
    void spawn('systemd-notify', states, { env, stdio: 'ignore' }).on('error', onError)
  return {
    ready() {
      tell('READY=1')
      // Three reports per interval, so that one late message doesn't cause a restart.
      if (within) setInterval(tell, Number(within) / 3000, 'WATCHDOG=1').unref()
    },
    stopping: () => tell('STOPPING=1'),
  }
}

const oldestNode = [24, 18, 1]
const oldestSqlite = [3, 51, 3]

/** Refuses to run on a Node or SQLite with known defects that could lose or leak data. */
export function checkRuntime(versions: { readonly node: string; readonly sqlite?: string | undefined }): void {
  requireVersion('Node.js', versions.node, oldestNode)
  requireVersion('SQLite', versions.sqlite ?? '0', oldestSqlite)
}

function requireVersion(name: string, version: string, oldest: number[]): void {
  const parts = version.split('.').map(Number)
  const difference = oldest.map((least, index) => (parts[index] ?? 0) - least).find((step) => step !== 0) ?? 0
  if (difference < 0)
    throw new Error(
      `${name} ${version} is too old: the server needs ${oldest.join('.')} or newer. Start it with npm start.`,
    )
}

/** The address to listen on, and the setting for the port. */
interface Listening {
  readonly host: string
  readonly port: number
  readonly setting: string
}

/** Starts listening. If that fails, throws an error that names the setting to change. */
export async function listenAt<Result>(place: Listening, listen: () => Promise<Result>): Promise<Result> {
  try {
    return await listen()
  } catch (error) {
    const sentence = sentences[String(propertyOf(error, 'code'))]?.(place)
    throw sentence ? new Error(sentence, { cause: error }) : error
  }
}

const noSuchName = ({ host }: Listening) =>
  `HOST: the name ${host} is unknown on this machine. Set HOST to an address of this machine, or to 0.0.0.0 for all of them.`

const sentences: Readonly<Record<string, (place: Listening) => string>> = {
  EADDRINUSE: ({ host, port, setting }) =>
    `Another program uses this port (${host}:${port}). Stop it, or set ${setting} to another number.`,
  EACCES: ({ port, setting }) =>
    `The server account has no permission to listen on port ${port}. Set ${setting} to a number above 1023.`,
  EADDRNOTAVAIL: ({ host }) =>
    `HOST: ${host} isn’t an address of this machine. Set HOST to an address of this machine, or to 0.0.0.0 for all.`,
  ENOTFOUND: noSuchName,
  EAI_AGAIN: noSuchName,
}

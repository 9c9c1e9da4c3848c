import { spawn } from 'node:child_process'

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

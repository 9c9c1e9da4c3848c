import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process'
import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { createServer, type Socket } from 'node:net'
import { dirname } from 'node:path'
import { text } from 'node:stream/consumers'

/** The command to start for each connection, and the address to listen on. */
export interface StarterOrders {
  readonly address: string
  readonly args: readonly string[]
  /** The time limit for a process, in milliseconds. */
  readonly endsWithin: number
}

/** How a process ended: the last line of each reply, after the output of the process. */
export interface Ending {
  readonly code: number | null
  readonly signal: NodeJS.Signals | null
  readonly complaint: string
}

/*
 * Starts a process for each connection, unless one was prepared: received data is its input, and its output is the
 * reply. Exits, and ends all its processes, when its own input ends, which also happens when its parent process exits.
 */
const { address, args, endsWithin }: StarterOrders = JSON.parse(process.argv[2] ?? '')
const started = new Set<ChildProcessWithoutNullStreams>()
let prepared: ChildProcessWithoutNullStreams | undefined

createServer({ allowHalfOpen: true }, serve).listen(address, () => process.stdout.write('ready\n'))
// Any input is the order to start a process before it is needed.
process.stdin.on('end', end).on('data', () => {
  prepared ??= start()
})

function start(): ChildProcessWithoutNullStreams {
  const child = spawn(process.execPath, args, { env: {}, stdio: ['pipe', 'pipe', 'pipe'] })
  started.add(child)
  child.once('exit', () => {
    if (prepared === child) prepared = undefined
  })
  return child
}

async function serve(socket: Socket): Promise<void> {
  const child = prepared ?? start()
  prepared = undefined
  const limit = setTimeout(() => child.kill('SIGKILL'), endsWithin)
  socket.on('error', () => child.kill('SIGKILL')).pipe(child.stdin)
  // A process that ends early stops reading, but the sender must still be able to finish.
  child.stdin.on('error', () => socket.resume())
  child.stdout.pipe(socket, { end: false })
  const [[code, signal], complaint] = await Promise.all([once(child, 'close'), text(child.stderr)])
  clearTimeout(limit)
  started.delete(child)
  const ending: Ending = { code, signal, complaint: complaint.slice(0, 2000) }
  socket.end(`\n${JSON.stringify(ending)}`)
}

function end(): void {
  for (const child of started) child.kill('SIGKILL')
  if (process.platform !== 'win32') rmSync(dirname(address), { recursive: true, force: true })
  process.exit()
}

import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { constants, setPriority } from 'node:os'
import { buffer, text } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { fileURLToPath } from 'node:url'
import { tooMuchMemory } from './memory-limit.ts'

const root = fileURLToPath(new URL('../../../', import.meta.url))
const always = ['package.json', 'server/package.json', 'server/src/platform/memory-limit.ts', 'node_modules/*']

/** A program that runs in a process of its own. */
export interface Apart {
  readonly program: URL
  /** What it may read besides libraries: folders of the code, such as `server/src/attachments`. */
  readonly readable: readonly string[]
  /** In milliseconds. */
  readonly endsWithin: number
}

/**
 * Runs a program that reads from its input what nobody has vouched for, and gives what it writes to its output. It may
 * read its own code and nothing of the data, and write, start and connect to nothing. Undefined when it took more time
 * or memory than it may; throws when it failed otherwise.
 */
export async function runApart(
  { program, readable, endsWithin }: Apart,
  input: AsyncIterable<Uint8Array>,
): Promise<Buffer | undefined> {
  const paths = [...always, ...readable.map((folder) => `${folder}/*`)]
  const permissions = ['--permission', '--allow-worker', ...paths.map((path) => `--allow-fs-read=${root}${path}`)]
  const child = spawn(process.execPath, ['--no-warnings', ...permissions, fileURLToPath(program)], {
    env: {},
    stdio: ['pipe', 'pipe', 'pipe'],
    timeout: endsWithin,
    killSignal: 'SIGKILL',
  })
  comeLast(child)
  const [[code, signal], answer, complaint] = await Promise.all([
    once(child, 'exit'),
    buffer(child.stdout),
    text(child.stderr),
    // A process that ends early has closed its input, and says why by its code.
    pipeline(input, child.stdin).catch(() => {}),
  ])
  if (code === 0) return answer
  if (signal !== null || code === tooMuchMemory) return undefined
  throw new Error(`${fileURLToPath(program)} failed: ${complaint.slice(0, 2000)}`)
}

/** Whoever waits for an answer of the server comes first. */
function comeLast({ pid }: ChildProcess): void {
  try {
    if (pid !== undefined) setPriority(pid, constants.priority.PRIORITY_BELOW_NORMAL)
  } catch {
    // It has ended already, or this system has no priorities.
  }
}

import { spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** The project folder, with a trailing separator. */
export const root = fileURLToPath(new URL('..', import.meta.url))

/** An error that the user can fix. `message` says how. */
export class Advice extends Error {}

/** Prints a progress line. @param {string} line */
export function say(line) {
  process.stdout.write(`${line}\n`)
}

/**
 * Runs a program to its end and captures its output, unless `show` prints it.
 * @param {string} program
 * @param {readonly string[]} args
 * @param {{ show?: boolean, timesAt?: string, env?: NodeJS.ProcessEnv, uid?: number, gid?: number, cwd?: string }} [options]
 *   `timesAt`: the file that gets the processor times, for `processorSeconds`
 * @returns {Promise<{ code: number, output: string }>} `code` is -1 when the program could not be run or was killed
 */
export function run(program, args, { show = false, timesAt, ...options } = {}) {
  return new Promise((resolve) => {
    const command = timesAt && process.platform !== 'win32' ? timed(timesAt, program, args) : [program, ...args]
    const child = spawn(command[0] ?? '', command.slice(1), {
      cwd: root,
      ...options,
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let output = ''
    const keep = (/** @type {Buffer} */ part) => {
      output += part
      if (show) process.stdout.write(part)
    }
    child.stdout.on('data', keep)
    child.stderr.on('data', keep)
    child.on('error', (error) => resolve({ code: -1, output: error.message }))
    child.on('close', (code) => resolve({ code: code ?? -1, output }))
  })
}

// Runs the program in a shell, because only a shell reports its children's processor time on every machine.
const tellTimes = 'file=$1; shift; "$@"; code=$?; times >"$file"; exit $code'

/** @param {string} file @param {string} program @param {readonly string[]} args */
function timed(file, program, args) {
  return ['sh', '-c', tellTimes, 'sh', file, program, ...args]
}

/**
 * The processor seconds used by a program that `run` has timed, including all programs that it started and waited for;
 * undefined if no shell could measure them. @param {string} file
 */
export function processorSeconds(file) {
  if (!existsSync(file)) return undefined
  const [, children = ''] = readFileSync(file, 'utf8').trim().split('\n')
  const parts = [...children.matchAll(/(\d+)m([\d.]+)s/g)]
  return parts.reduce((sum, [, minutes, seconds]) => sum + Number(minutes) * 60 + Number(seconds), 0)
}

/** The last lines of a program's output, without stack traces, indented. @param {string} output */
export function tail(output, lines = 20) {
  return output
    .trim()
    .split('\n')
    .filter((line) => !/^\s+at /.test(line))
    .slice(-lines)
    .map((line) => `  | ${line}`)
    .join('\n')
}

/**
 * Runs an entry point. Advice is printed plainly, and any other error with its stack.
 * @param {() => Promise<void>} main
 */
export async function runMain(main) {
  try {
    await main()
  } catch (error) {
    const { message, stack } = /** @type {Error} */ (error)
    process.stderr.write(`\n${error instanceof Advice ? message : stack}\n`)
    process.exitCode = 1
  }
}

import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'

/** The project folder, with a trailing separator. */
export const root = fileURLToPath(new URL('..', import.meta.url))

/** An error that the person at the keyboard can fix; `message` says how. */
export class Advice extends Error {}

/** Prints a line for the person waiting. @param {string} line */
export function say(line) {
  process.stdout.write(`${line}\n`)
}

/**
 * Runs a program to its end and captures its output, unless `show` prints it.
 * @param {string} program
 * @param {readonly string[]} args
 * @param {{ show?: boolean, env?: NodeJS.ProcessEnv, uid?: number, gid?: number, cwd?: string }} [options]
 * @returns {Promise<{ code: number, output: string }>} `code` is -1 when the program could not be run or was killed
 */
export function run(program, args, { show = false, ...options } = {}) {
  return new Promise((resolve) => {
    const child = spawn(program, args, { cwd: root, ...options, stdio: ['ignore', 'pipe', 'pipe'] })
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

/** The last lines of a program's output, without stack traces, set off from our own. @param {string} output */
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
 * Runs an entry point; advice is printed plainly, any other error with its stack.
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

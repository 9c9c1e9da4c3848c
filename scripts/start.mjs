import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { buildBrowserPart, isBrowserPartStale } from './browser-part.mjs'
import { install } from './install.mjs'
import { root, runMain, say } from './processes.mjs'

await runMain(async () => {
  const isStale = isBrowserPartStale()
  const node = await install(isStale ? 'all' : 'production')
  if (isStale) {
    say('Building the browser part …')
    await buildBrowserPart(node)
  }
  serve(node)
})

/** Runs the server in the foreground. The server receives our signals, and we exit when it does. @param {string} node */
function serve(node) {
  // Later starts use compiled code and take two thirds of the time.
  const env = { NODE_COMPILE_CACHE: join(root, 'node_modules/.cache/compiled'), ...process.env }
  const server = spawn(node, [join(root, 'server/src/main.ts'), ...process.argv.slice(2)], {
    cwd: root,
    stdio: 'inherit',
    env,
  })
  for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP']))
    process.on(signal, () => server.kill(signal))
  if (process.env.npm_lifecycle_event === 'start') endWithParent(() => server.kill('SIGTERM'))
  server.on('error', (error) => {
    process.stderr.write(`Couldn’t start the server: ${error.message}\n`)
    process.exitCode = 1
  })
  server.on('exit', (code, signal) => {
    if (signal) process.removeAllListeners(signal).kill(process.pid, signal)
    else process.exit(code ?? 1)
  })
}

/**
 * When npm is stopped, it ends the shell between itself and this process without notifying this process.
 * @param {() => void} end
 */
function endWithParent(end) {
  const parent = process.ppid
  setInterval(() => process.ppid === parent || end(), 250).unref()
}

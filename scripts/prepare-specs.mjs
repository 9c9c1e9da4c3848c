import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { buildBrowserPart, isBrowserPartStale } from './browser-part.mjs'
import { keepServerPart, serverPart } from './server-part.mjs'
import { keepTemporaryFoldersTogether } from './temporary-folder.mjs'

/** Playwright's global setup: builds both parts of the product from current sources, and creates the demo data once. */
export default async function prepareSpecs() {
  // Playwright forces colors on its workers, and the reporter removes them. If both variables are set, each process
  // warns.
  delete process.env.NO_COLOR
  if (isBrowserPartStale()) await buildBrowserPart(process.execPath)
  await keepServerPart()
  const removeFolders = keepTemporaryFoldersTogether()
  // Each spec file starts a server. With this cache, the second and later ones start in half the time.
  process.env.NODE_COMPILE_CACHE = join(process.env.TMPDIR ?? '', 'compiled')
  process.env.DEMO_TEMPLATE = await fillDemo(join(process.env.TMPDIR ?? '', 'demo'))
  return removeFolders
}

/** Starts the server to fill this folder with the demo data, and then stops it. @param {string} folder */
async function fillDemo(folder) {
  const env = { ...process.env, PORT: '0', DATA_DIR: folder, DEMO: 'on', DEMO_APPROVALS: 'off', LOG_LEVEL: 'warn' }
  const server = spawn(process.execPath, [join(serverPart, 'main.js')], {
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = once(server, 'exit')
  server.stdout.on('data', (part) => String(part).includes('is ready') && server.kill('SIGTERM'))
  const [code] = await ended
  if (code !== 0) throw new Error(`The server that creates the demo data exited with code ${code}`)
  return folder
}

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  copyFileSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buildBrowserPart, isBrowserPartStale } from './browser-part.mjs'
import { install } from './install.mjs'
import { pinnedNode } from './node.mjs'
import { Advice, root, run, runMain, say, tail } from './processes.mjs'

const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
const name = `check-requests-${version}-${process.platform}-${process.arch}`
const dist = join(root, 'dist')
const folder = join(dist, name)

/** Libraries that the server reads files of, and which. */
const files = {
  '@fastify/swagger-ui': /^static\//,
  '@fontsource/noto-sans': /^files\/noto-sans-[a-z-]+-(400|700)-normal\.woff$/,
}

// The young generation of V8 grows to four times this while the server starts, and never shrinks.
const nodeOptions = '--max-semi-space-size=8'

const launcher = `#!/bin/sh
# Starts the server; with arguments it is the command line, such as: check-requests admin create
here=$(dirname -- "$(readlink -f -- "$0")")
export NODE_COMPILE_CACHE="\${NODE_COMPILE_CACHE:-$here/compiled}" NODE_COMPILE_CACHE_PORTABLE=1
if [ $# -eq 0 ]; then program=main; else program=cli; fi
exec "$here/bin/node" ${nodeOptions} "$here/server/dist/$program.js" "$@"
`

await runMain(async () => {
  if (!pinnedNode.exists || process.platform === 'win32')
    throw new Advice(`There is no package for this kind of machine (${process.platform} ${process.arch}).`)
  const node = await install('all')
  if (isBrowserPartStale()) await buildBrowserPart(node)
  rmSync(folder, { recursive: true, force: true })
  // Loaded when everything is installed.
  const { buildServerPart } = await import('./server-part.mjs')
  await buildServerPart(join(folder, 'server/dist'))
  copyWhatIsRead()
  await warmUp()
  await archive()
  say(`dist/${name}.tar.gz is ready: unpack it anywhere, and start ${name}/check-requests.`)
})

function copyWhatIsRead() {
  cpSync(join(root, 'web/dist'), join(folder, 'web/dist'), {
    recursive: true,
    filter: (source) => !source.endsWith('.sources'),
  })
  for (const [library, wanted] of Object.entries(files)) copyLibrary(library, wanted)
  mkdirSync(join(folder, 'bin'))
  copyFileSync(pinnedNode.program, join(folder, 'bin/node'))
  chmodSync(join(folder, 'bin/node'), 0o755)
  writeFileSync(join(folder, 'check-requests'), launcher, { mode: 0o755 })
  writeFileSync(
    join(folder, 'package.json'),
    `${JSON.stringify({ name: 'check-requests', version, type: 'module' })}\n`,
  )
}

/** @param {string} library @param {RegExp} wanted */
function copyLibrary(library, wanted) {
  const source = join(root, 'node_modules', library)
  const target = join(folder, 'node_modules', library)
  const always = /^(package\.json|LICENSE[^/]*)$/
  for (const file of readdirSync(source, { recursive: true, encoding: 'utf8' }))
    if (always.test(file) || wanted.test(file)) cpSync(join(source, file), join(target, file))
}

/** Starts and stops the server once, which leaves its compiled code behind for all later starts. */
async function warmUp() {
  const data = mkdtempSync(join(tmpdir(), 'check-requests-package-'))
  try {
    const env = { PATH: process.env.PATH, PORT: '0', DATA_DIR: data, DEMO: 'off', LOG_LEVEL: 'warn' }
    const server = spawn(join(folder, 'check-requests'), { env, stdio: ['ignore', 'pipe', 'pipe'] })
    let output = ''
    for (const stream of [server.stdout, server.stderr])
      stream.on('data', (part) => {
        output += part
        if (output.includes('is ready')) server.kill('SIGTERM')
      })
    const [code] = await once(server, 'close')
    if (code !== 0) throw new Advice(`The server does not start from the package.\n${tail(output)}`)
  } finally {
    rmSync(data, { recursive: true })
  }
}

async function archive() {
  const file = join(dist, `${name}.tar.gz`)
  const { code, output } = await run('tar', ['--owner=0', '--group=0', '-czf', file, '-C', dist, name])
  if (code !== 0) throw new Advice(`The archive could not be written.\n${tail(output)}`)
}

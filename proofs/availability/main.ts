import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { makeTemporaryFolder } from '../../scripts/temporary-folder.mjs'

// In namespaces of its own: no other network can be reached, and the kernel ends every process with the first one.
const { folder, remove } = makeTemporaryFolder('availability')
const own = ['--net', '--mount', '--pid', '--fork', '--kill-child', '--mount-proc']
const run = fileURLToPath(new URL('./run.ts', import.meta.url))
// The first process has to bury those whose parents have died; a shell that waits does. Otherwise what was killed would
// seem to be there still.
const first = ['sh', '-c', '"$@" & wait $!', 'first', process.execPath, run]
const child = spawn('unshare', [...own, ...first, folder, ...process.argv.slice(2)], { stdio: 'inherit' })
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => child.kill('SIGKILL'))
const [code] = await once(child, 'exit')
await remove()
process.exitCode = code ?? 1

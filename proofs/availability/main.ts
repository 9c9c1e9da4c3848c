import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { makeTemporaryFolder } from '../../scripts/temporary-folder.mjs'

// Runs in separate namespaces: no other network can be reached, and the kernel ends all processes with the first one.
const { folder, remove } = makeTemporaryFolder('availability')
const own = ['--net', '--mount', '--pid', '--fork', '--kill-child', '--mount-proc']
const run = fileURLToPath(new URL('./run.ts', import.meta.url))
// The first process must reap orphaned processes, which a waiting shell does. Otherwise killed processes would still
// seem to exist.
const first = ['sh', '-c', '"$@" & wait $!', 'first', process.execPath, run]
const child = spawn('unshare', [...own, ...first, folder, ...process.argv.slice(2)], { stdio: 'inherit' })
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => child.kill('SIGKILL'))
const [code] = await once(child, 'exit')
await remove()
process.exitCode = code ?? 1

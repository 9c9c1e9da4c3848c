import { once } from 'node:events'
import { buffer } from 'node:stream/consumers'
import { Worker } from 'node:worker_threads'
import { limitMemory } from '../../../platform/threads/process-limits.ts'

/* Reads a file from standard input and writes the verdict to standard output. */
limitMemory(500 * 1024 * 1024)

const bytes = await buffer(process.stdin)
const thread = new Worker(new URL('./inspect-thread.ts', import.meta.url), { workerData: bytes })
const [verdict] = await once(thread, 'message')
process.stdout.write(JSON.stringify(verdict), () => process.exit(0))

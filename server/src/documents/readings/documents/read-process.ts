import { once } from 'node:events'
import { buffer } from 'node:stream/consumers'
import { Worker } from 'node:worker_threads'
import { limitMemory } from '../../../platform/threads/process-limits.ts'

/* Reads orders and a document from standard input, and writes what it says to standard output. */
limitMemory(1024 * 1024 * 1024)

const input = await buffer(process.stdin)
const thread = new Worker(new URL('./read-thread.ts', import.meta.url), { workerData: input })
const [reading] = await once(thread, 'message')
process.stdout.write(JSON.stringify(reading), () => process.exit(0))

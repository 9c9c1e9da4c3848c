import { once } from 'node:events'
import { buffer } from 'node:stream/consumers'
import { Worker } from 'node:worker_threads'
import { limitMemory } from '../../platform/memory-limit.ts'

/* Reads what a case file says and its documents from its input, and writes the PDF to its output. */
limitMemory(900 * 1024 * 1024)

const input = await buffer(process.stdin)
const thread = new Worker(new URL('./draw-thread.ts', import.meta.url), { workerData: input })
const [pdf] = await once(thread, 'message')
process.stdout.write(pdf, () => process.exit(0))

import { once } from 'node:events'
import { buffer } from 'node:stream/consumers'
import { isMainThread, parentPort, Worker } from 'node:worker_threads'
import { limitMemory } from '../../../platform/threads/process-limits.ts'

/*
 * Reads orders and a document from standard input, and writes what it says to standard output. A thread loads the
 * libraries meanwhile, which takes most of the time if the document is short.
 */
if (isMainThread) {
  limitMemory(1024 * 1024 * 1024)
  const thread = new Worker(new URL(import.meta.url))
  thread.postMessage(await buffer(process.stdin))
  const [reading] = await once(thread, 'message')
  process.stdout.write(JSON.stringify(reading), () => process.exit(0))
} else {
  let input: Buffer | undefined
  parentPort?.once('message', (content: Uint8Array) => {
    input = Buffer.from(content)
  })
  const { DocumentReader, readDocument } = await import('./read-document.ts')
  for (const load of DocumentReader.parts) {
    await load()
    await new Promise(setImmediate)
    if (input) break
  }
  while (!input) await once(parentPort as never, 'message')
}

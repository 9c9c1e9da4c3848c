import { once } from 'node:events'
import { buffer } from 'node:stream/consumers'
import { isMainThread, parentPort, Worker } from 'node:worker_threads'
import { limitUse } from '../../../platform/threads/process-limits.ts'
import type { ReadingOrders } from './read-document.ts'

/*
 * Reads orders and a document from standard input, and writes what it says to standard output. A thread loads the
 * libraries even before there is a document, because that takes most of the time.
 */
if (isMainThread) {
  limitUse(1024 * 1024 * 1024)
  const thread = new Worker(new URL(import.meta.url))
  thread.postMessage(await buffer(process.stdin))
  const [reading] = await once(thread, 'message')
  process.stdout.write(JSON.stringify(reading), () => process.exit(0))
} else {
  const received = new Promise<Uint8Array>((resolve) => parentPort?.once('message', resolve))
  const { loadLibraries, readDocument } = await import('./read-document.ts')
  await loadLibraries()
  const input = Buffer.from(await received)
  const length = input.readUInt32BE(0)
  const orders: ReadingOrders = JSON.parse(input.toString('utf8', 4, 4 + length))
  parentPort?.postMessage(await readDocument(input.subarray(4 + length), orders))
}

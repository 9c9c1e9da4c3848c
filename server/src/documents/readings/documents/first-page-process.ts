import { isMainThread, parentPort, workerData } from 'node:worker_threads'
import { answerInThread } from '../../../platform/threads/process-limits.ts'
import type { DrawingOrders } from './first-page.ts'

/*
 * Reads orders and a document from standard input, and writes the picture of its first page to standard output: nothing
 * if even the smallest one is too large.
 */
if (isMainThread) await answerInThread(import.meta.url, 1024 * 1024 * 1024)
else {
  const { drawFirstPage } = await import('./first-page.ts')
  const input = Buffer.from(workerData)
  const length = input.readUInt32BE(0)
  const orders: DrawingOrders = JSON.parse(input.toString('utf8', 4, 4 + length))
  parentPort?.postMessage((await drawFirstPage(input.subarray(4 + length), orders)) ?? new Uint8Array())
}

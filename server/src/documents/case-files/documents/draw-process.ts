import { buffer } from 'node:stream/consumers'
import { Worker } from 'node:worker_threads'
import { limitUse } from '../../../platform/threads/process-limits.ts'
import type { DrawOrders, Merging } from './draw-thread.ts'

/* Reads the contents and documents from standard input, and writes the PDF to standard output. */
limitUse(900 * 1024 * 1024)

const input = await buffer(process.stdin)
const lengthOfLimits = 8
const oneWithin = input.readUInt32BE(0)
const allWithin = input.readUInt32BE(4)
const began = performance.now()

let slow: readonly number[] = []
let pdf = await draw()
while (!pdf) pdf = await draw()
process.stdout.write(pdf, () => process.exit(0))

/**
 * Returns the PDF without the documents known to be slow. If another document is slow, adds that document to them and
 * returns undefined.
 */
function draw(): Promise<Uint8Array | undefined> {
  return new Promise((resolve, reject) => {
    const orders: DrawOrders = { input: input.subarray(lengthOfLimits), slow }
    const thread = new Worker(new URL('./draw-thread.ts', import.meta.url), { workerData: orders })
    let clock: NodeJS.Timeout | undefined
    const leaveOut = ({ merging, documents }: Merging) => {
      const isLate = performance.now() - began > allWithin
      const left = Array.from({ length: documents - merging }, (_, index) => merging + index)
      slow = [...slow, ...(isLate ? left : [merging])]
      void thread.terminate()
      resolve(undefined)
    }
    thread.on('error', reject)
    thread.on('message', (message: Merging | Uint8Array) => {
      clearTimeout(clock)
      if (!('merging' in message)) resolve(message)
      else if (message.merging < message.documents) clock = setTimeout(() => leaveOut(message), oneWithin)
    })
  })
}

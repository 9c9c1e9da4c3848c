import { parentPort, workerData } from 'node:worker_threads'
import { drawCaseFile } from './draw.ts'
import type { Contents, ListedDocument } from './make.ts'

/** `input` contains the contents and documents. `slow` contains the list positions of documents to leave out. */
export interface DrawOrders {
  readonly input: Uint8Array
  readonly slow: readonly number[]
}

/** The document being merged, and the total number of documents. */
export interface Merging {
  readonly merging: number
  readonly documents: number
}

const tooSlow = { not: 'This document takes too long to include. Open it from the check request.' } as const

const orders: DrawOrders = workerData
const input = Buffer.from(orders.input)
const length = input.readUInt32BE(0)
const contents: Contents = JSON.parse(input.toString('utf8', 4, 4 + length))
let at = 4 + length
const files: Buffer[] = []
const documents = contents.documents.map((listed, index): ListedDocument => {
  if ('not' in listed.merged) return listed
  at += listed.merged.size
  if (orders.slow.includes(index)) return { ...listed, merged: tooSlow }
  files.push(input.subarray(at - listed.merged.size, at))
  return listed
})
const tell = (merging: number) => parentPort?.postMessage({ merging, documents: documents.length } satisfies Merging)
parentPort?.postMessage(await drawCaseFile({ ...contents, documents }, files, tell))

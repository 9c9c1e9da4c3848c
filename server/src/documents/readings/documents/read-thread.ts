import { parentPort, workerData } from 'node:worker_threads'
import { type ReadingOrders, readDocument } from './read-document.ts'

const input = Buffer.from(workerData)
const length = input.readUInt32BE(0)
const orders: ReadingOrders = JSON.parse(input.toString('utf8', 4, 4 + length))
parentPort?.postMessage(await readDocument(input.subarray(4 + length), orders))

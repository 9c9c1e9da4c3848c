import { parentPort, workerData } from 'node:worker_threads'
import { judge } from './judge.ts'

parentPort?.postMessage(await judge(Buffer.from(workerData)))

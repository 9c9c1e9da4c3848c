import { parentPort, workerData } from 'node:worker_threads'
import type { Contents } from './contents.ts'
import { drawCaseFile } from './draw.ts'

const input = Buffer.from(workerData)
const length = input.readUInt32BE(0)
const contents: Contents = JSON.parse(input.toString('utf8', 4, 4 + length))
let at = 4 + length
const files = contents.documents.flatMap(({ merged }) => {
  if ('not' in merged) return []
  at += merged.size
  return [input.subarray(at - merged.size, at)]
})
parentPort?.postMessage(await drawCaseFile(contents, files))

import { parentPort } from 'node:worker_threads'
import type { MatchedWith } from '@check-requests/domain/bank/clearing/match.ts'
import {
  type ClearingLook,
  type ClearingOptions,
  type Compared,
  lookAtLines,
  type ReadClearing,
  readBytes,
} from '@check-requests/domain/bank/clearing/read-file.ts'
import { packLines, unpackLines } from './clearing-lines.ts'

/** A request to parse a bank file, or to compare its lines with the register. `content` contains the packed lines. */
export type ClearingQuestion =
  | { readonly bytes: Uint8Array; readonly options: ClearingOptions }
  | { readonly content: string; readonly register: MatchedWith<Compared> }

parentPort?.on('message', (question: ClearingQuestion) => parentPort?.postMessage(answer(question)))

function answer(question: ClearingQuestion): ReadClearing | ClearingLook {
  if (!('bytes' in question)) return lookAtLines(unpackLines(question.content), question.register)
  const { content, ...read } = readBytes(question.bytes, question.options)
  return { ...read, content: packLines(content) }
}

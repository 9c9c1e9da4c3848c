import { parentPort } from 'node:worker_threads'
import { matchClearedLines } from '@check-requests/domain/bank/clearing/match.ts'
import {
  type ClearingLook,
  type ClearingOptions,
  type Compared,
  keysOf,
  lookAtLines,
  type ReadClearing,
  readBytes,
} from '@check-requests/domain/bank/clearing/read-file.ts'
import {
  type Judgment,
  judgmentOf,
  type Keys,
  type PackedRegister,
  type Portion,
  packLines,
  portionsOfKeys,
  unpackLines,
  unpackRegister,
} from './clearing-lines.ts'

/** A parsed bank file, with its lines and their keys as another thread can take them. */
export type PackedClearing = Omit<ReadClearing, keyof Keys> & { readonly keys: readonly Portion<Keys>[] }

/**
 * A request to parse a bank file, to list the keys of its packed lines (`content`), or to compare them with the register
 * to show or save the result.
 */
export type ClearingQuestion =
  | { readonly ask: 'read'; readonly bytes: Uint8Array; readonly options: ClearingOptions }
  | { readonly ask: 'keys'; readonly content: string }
  | { readonly ask: 'look' | 'judge'; readonly content: string; readonly register: PackedRegister }

export type ClearingAnswer = PackedClearing | readonly Portion<Keys>[] | ClearingLook | Judgment

parentPort?.on('message', (question: ClearingQuestion) => parentPort?.postMessage(answer(question)))

function answer(question: ClearingQuestion): ClearingAnswer {
  if (question.ask === 'read') {
    const { content, numbers, fingerprints, ...read } = readBytes(question.bytes, question.options)
    return { ...read, content: packLines(content), keys: portionsOfKeys({ numbers, fingerprints }) }
  }
  const lines = unpackLines(question.content)
  if (question.ask === 'keys') return portionsOfKeys(keysOf(JSON.parse(lines)))
  const register = unpackRegister(question.register)
  if (question.ask === 'look') return lookAtLines(lines, register)
  return judgmentOf(matchClearedLines<Compared>(JSON.parse(lines), register))
}

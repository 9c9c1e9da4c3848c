import { parentPort } from 'node:worker_threads'
import { type Compared, lookAtLines, readBytes } from '@check-requests/domain/banking/clearing/look.ts'
import type { MatchedWith } from '@check-requests/domain/banking/clearing/match.ts'
import type { ClearingOptions } from '@check-requests/domain/banking/clearing/read-file.ts'

/** Reads the bytes of a file, or compares lines that were read with the register. `content`: the lines as JSON. */
export type ClearingQuestion =
  | { readonly bytes: Uint8Array; readonly options: ClearingOptions; readonly today: string }
  | { readonly content: string; readonly register: MatchedWith<Compared> }

parentPort?.on('message', (question: ClearingQuestion) => {
  parentPort?.postMessage(
    'bytes' in question
      ? readBytes(question.bytes, question.options, question.today)
      : lookAtLines(question.content, question.register),
  )
})

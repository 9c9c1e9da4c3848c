import type { CheckFace, CheckFile } from '@check-requests/domain/checks/front.ts'
import { CheckPapers } from '../server/src/checks/documents/papers.ts'
import { blankStock, plainFace } from '../server/src/testing/checks-on-paper.ts'

/** A process's report about a file that it has created. */
export interface Printed {
  readonly seconds: number
  /** The file size in bytes. */
  readonly size: number
  /** Milliseconds per check. */
  readonly asking: number
  /** The longest time for which the process was blocked, in milliseconds of its own processor time. */
  readonly longestHold: number
}

const count = Number(process.argv[2])
const checks: CheckFace[] = Array.from({ length: count }, (_, index) => ({
  ...plainFace,
  number: 10_000 + index,
  payees: [`Payee number ${index} of Puget Sound, Inc.`],
  amount: 100_000 + index * 7919,
}))
const file: CheckFile = { stock: blankStock, mark: 'none', checks }

const papers = new CheckPapers()
await papers.whyNotWritable(file, plainFace)
const asked = performance.now()
for (const check of checks) {
  const refusal = await papers.whyNotWritable(file, check)
  if (refusal !== undefined) throw new Error(refusal)
}
const asking = (performance.now() - asked) / count

let longestHold = 0
let before = process.threadCpuUsage()
const timer = setInterval(() => {
  const { user, system } = process.threadCpuUsage(before)
  longestHold = Math.max(longestHold, (user + system) / 1000)
  before = process.threadCpuUsage()
}, 1)
const begun = performance.now()
const pdf = await papers.checks(file, 1)
const printed: Printed = { seconds: (performance.now() - begun) / 1000, size: pdf.length, asking, longestHold }
clearInterval(timer)
process.send?.(printed, () => process.exit())

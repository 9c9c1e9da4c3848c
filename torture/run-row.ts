import { attemptOf } from './harness.ts'
import type { Report } from './outcome.ts'
import { type Row, rows } from './rows.ts'

const [name, seed, count] = process.argv.slice(2)
const row = rows.find((one) => one.name === name) as Row

const report = await runRow().catch((error: Error): Report => ({ error: error.stack ?? String(error) }))
process.send?.(report, () => process.exit())

async function runRow(): Promise<Report> {
  const { harness } = await row.load()
  const proof = await harness.prove(attemptOf(row.proof, Number(seed)))
  return { proof, figures: await harness.run(attemptOf(Number(count), Number(seed))) }
}

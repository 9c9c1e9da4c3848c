import { createReadStream, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { filledValues } from '@check-requests/domain/documents/readings/filling.ts'
import { readingFields } from '@check-requests/domain/documents/readings/understand.ts'
import { Readings } from '../../server/src/documents/readings/documents/read.ts'
import {
  type Counts,
  count,
  type Mistake,
  noCounts,
  type Rendering,
  readTruths,
  renderings,
  type Truth,
} from './truth.ts'

const usage = 'Usage: npm run capture -- FOLDER [--json FILE] [--known] [--own NAME …] [--only ID]'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    json: { type: 'string' },
    known: { type: 'boolean', default: false },
    own: { type: 'string', multiple: true, default: [] },
    only: { type: 'string', default: '' },
  },
})
const [folder] = positionals
if (!folder) throw new Error(usage)

const truths = readTruths(folder).filter(({ id }) => id.startsWith(values.only))
// With --known, all payees in the folder are on file.
const payees = values.known ? [...new Set(truths.flatMap(payeesOf))] : []
const known = { payees, own: values.own }
// A busy machine must not change the result.
const readings = new Readings(600_000)
const counts = noCounts()
const mistakes: Mistake[] = []
const unread: string[] = []
const seconds: Record<Rendering, number[]> = { text: [], scan: [], photo: [] }

for (const truth of truths) for (const rendering of renderings) await measure(truth, rendering)
print(counts)
if (values.json) writeFileSync(values.json, `${JSON.stringify(counts, null, 2)}\n`)
process.exit(0)

async function measure(truth: Truth, rendering: Rendering): Promise<void> {
  const name = truth.files[rendering]
  if (!name || !folder) return
  const began = performance.now()
  const reading = await readings.read(createReadStream(join(folder, name)), { type: typeOf(name), known })
  seconds[rendering].push((performance.now() - began) / 1000)
  if (!reading || reading.reader === 'none') unread.push(name)
  const filled = (reading?.documents ?? []).map(({ fields }) => filledValues(fields))
  mistakes.push(...count(truth, rendering, filled, counts))
}

function payeesOf({ documents }: Truth): string[] {
  return documents.flatMap(({ fields }) => (typeof fields.payee_name === 'string' ? [fields.payee_name] : []))
}

function typeOf(name: string): string {
  if (name.endsWith('.pdf')) return 'application/pdf'
  return name.endsWith('.png') ? 'image/png' : 'image/jpeg'
}

function print(all: Counts): void {
  console.log(`${'% right / % wrong of filled'.padEnd(30)}${renderings.map((each) => each.padStart(24)).join('')}`)
  for (const field of readingFields) {
    const cells = renderings.map((rendering) => {
      const { present, right, filled, wrong } = all[rendering][field]
      const shares = `${share(right, present)} / ${share(wrong, filled)}`
      return `${shares} (${right}/${present}, ${wrong}/${filled})`.padStart(24)
    })
    console.log(`${field.padEnd(30)}${cells.join('')}`)
  }
  const middle = renderings.map((rendering) => `${rendering} ${median(seconds[rendering]).toFixed(1)} s`)
  console.log(
    `\nFiles: ${seconds.text.length + seconds.scan.length + seconds.photo.length}. Median time per file: ${middle.join(', ')}`,
  )
  for (const name of unread) console.log(`Not read: ${name}`)
  console.log(`\nWrong fills: ${mistakes.length}`)
  for (const { file, field, expected, filled } of mistakes)
    console.log(`  ${file} ${field}: filled ${JSON.stringify(filled)}, the document says ${JSON.stringify(expected)}`)
}

function share(part: number, whole: number): string {
  return whole === 0 ? '–' : ((part / whole) * 100).toFixed(1)
}

function median(times: readonly number[]): number {
  return times.toSorted((one, other) => one - other)[Math.floor(times.length / 2)] ?? 0
}

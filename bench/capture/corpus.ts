import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { PDFDocument } from '@cantoo/pdf-lib'
import { readingFields } from '@check-requests/domain/documents/readings/understand.ts'
import { type Facts, factsOf } from './companies.ts'
import { layouts } from './layouts.ts'
import { others } from './others.ts'
import { photoOf, scanOf } from './renderings.ts'
import { Sheet } from './sheet.ts'

/* Makes a corpus of invented documents in many looks: node bench/capture/corpus.ts FOLDER [text] */
const [folder, only] = process.argv.slice(2)
if (!folder) throw new Error('Usage: node bench/capture/corpus.ts FOLDER [text]')
mkdirSync(folder, { recursive: true })
const families = ['sans', 'serif', 'sans'] as const
const invoices = 48

for (let seed = 0; seed < invoices; seed += 1) {
  const facts = factsOf(seed)
  const layout = seed % layouts.length
  const pdf = await PDFDocument.create()
  const family = layout === 3 ? 'mono' : (families[seed % families.length] ?? 'sans')
  layouts[layout]?.(new Sheet(pdf.addPage([612, 792]), await Sheet.fonts(pdf, family)), facts)
  const hasRemit = layout === 5
  await save(`d${String(seed).padStart(2, '0')}`, pdf, {
    kind: 'invoice',
    fields: fieldsOf(facts, hasRemit),
    accept: acceptOf(facts, hasRemit),
  })
}
for (const [at, other] of others.entries()) {
  const pdf = await PDFDocument.create()
  const { kind, fields, accept } = await other(pdf)
  await save(`e${String(at).padStart(2, '0')}`, pdf, { kind, fields, accept })
}

interface Truth {
  readonly kind: string
  readonly fields: Readonly<Record<string, string | readonly string[] | null>>
  readonly accept: Readonly<Record<string, readonly (string | readonly string[] | null)[]>>
}

function fieldsOf(facts: Facts, hasRemit: boolean): Truth['fields'] {
  const { payee, remit = payee } = facts
  return {
    payee_name: payee.name,
    payee_address: [payee.street, payee.city],
    remit_to_name: hasRemit ? remit.name : null,
    remit_to_address: hasRemit ? [remit.street, remit.city] : null,
    amount: facts.values.amount,
    currency: 'USD',
    invoice_number: facts.number,
    invoice_date: facts.values.date,
    due_date: facts.values.due,
    po_number: facts.po ?? null,
    vin: facts.vin ?? null,
    stock_number: facts.stock ?? null,
    repair_order: facts.ro ?? null,
    account_number: facts.account ?? null,
  }
}

function acceptOf(facts: Facts, hasRemit: boolean): Truth['accept'] {
  const days = Number(/\d+/.exec(facts.terms ?? '')?.[0])
  const byTerms = new Date(Date.parse(facts.values.date) + days * 86_400_000)
  const remit = facts.remit ?? facts.payee
  return {
    ...(days && { due_date: [null, byTerms.toISOString().slice(0, 10)] }),
    ...(hasRemit && { payee_address: [[remit.street, remit.city]] }),
  }
}

async function save(id: string, pdf: PDFDocument, { kind, fields, accept }: Truth): Promise<void> {
  if (!folder) return
  const content = await pdf.save()
  const files: Record<string, string> = { text: `${id}.pdf` }
  writeFileSync(join(folder, `${id}.pdf`), content)
  if (only !== 'text') {
    writeFileSync(join(folder, `${id}.scan.pdf`), await scanOf(content))
    writeFileSync(join(folder, `${id}.photo.png`), await photoOf(content))
    files.scan = `${id}.scan.pdf`
    files.photo = `${id}.photo.png`
  }
  const all = Object.fromEntries(readingFields.map((field) => [field, fields[field] ?? null]))
  const pages = Array.from({ length: pdf.getPageCount() }, (_, at) => at + 1)
  const truth = { id, kind, flags: [], files, documents: [{ pages, fields: all }], accept }
  writeFileSync(join(folder, `${id}.truth.json`), `${JSON.stringify(truth, null, 1)}\n`)
}

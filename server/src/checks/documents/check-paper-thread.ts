import { parentPort } from 'node:worker_threads'
import type { CheckFace, CheckStock } from '@check-requests/domain/checks/front.ts'
import { composeTestPages } from './compose-test-page.ts'
import { CheckPrinting } from './draw-checks.ts'
import { Letters, readLetters } from './letters.ts'
import type { PaperAnswer, PaperOrder } from './papers.ts'
import { drawPlainPaper } from './plain-papers.ts'
import { Press } from './press.ts'

/* Creates one file in steps, so that its progress can be reported. */
const rows = await readLetters()
const letters = new Letters(rows)
let begun: { readonly press: Press; readonly printing: CheckPrinting } | undefined

parentPort?.on('message', async (order: PaperOrder) => parentPort?.postMessage(await answerTo(order)))

async function answerTo(order: PaperOrder): Promise<PaperAnswer> {
  if (order.step === 'letters') return rows
  if (order.step === 'plain') return drawPlainPaper(letters, order.paper)
  if (order.step === 'test page') return drawTestPage(order.stock)
  if (order.step === 'begin') {
    const press = await Press.begin(letters, order)
    begun = { press, printing: new CheckPrinting(press, letters, order.file) }
    return undefined
  }
  if (!begun) throw new Error('A check file must begin with its stock.')
  if (order.step === 'add') return addAll(begun.printing, order.checks)
  const { press, printing } = begun
  begun = undefined
  await printing.finish()
  return press.save()
}

async function addAll(printing: CheckPrinting, checks: readonly CheckFace[]): Promise<undefined> {
  for (const check of checks) await printing.add(check)
}

async function drawTestPage(stock: CheckStock): Promise<Uint8Array> {
  const press = await Press.begin(letters, { title: 'Test Page', date: 0 })
  for (const page of composeTestPages(letters, stock)) await press.print(page)
  return press.save()
}

import { once } from 'node:events'
import { connect } from 'node:net'
import { parentPort, workerData } from 'node:worker_threads'
import { PDFDocument } from '@cantoo/pdf-lib'
import { type Callers, tokenOf } from './seed/organization.ts'

/** The users who make the probes, and their requests. */
export interface ProbePlan {
  readonly url: string
  readonly callers: Callers
  readonly open: readonly { readonly id: number; readonly requester_id: number }[]
}

const linesOfFile = 99_000
const linesConfirmed = 50_000
const firstCheck = 1001
const loginsPerSocket = 800
const blanks = ' '.repeat(70_000)

const { url, callers, open }: ProbePlan = workerData
const { processor, groupAdmin, reconciler, secondReconciler } = callers
const clearing = `${url}/api/v1/bank-accounts/1/clearing`
let fileId = 0
const [forCaseFile = { id: 0, requester_id: 0 }, ...others] = open
await saveColumns()
await confirmed(1_900_000, 20)

const payments = paymentsFrom(900_000, linesOfFile)
const junk = await pdfFollowedBy(`\n…${blanks}`)
const secondEnd = await pdfFollowedBy(`\n…${blanks}\n%%EOF\n`)
const slow = slowPdf()

/** The probes, by the names of their findings. Each probe returns a summary of the responses. */
const probes: Readonly<Record<string, () => Promise<string>>> = {
  'L1: four files of 99,000 payments': () => times(4, () => post(processor, '/bank-accounts/1/clearing', payments)),
  'one file of 50,000 exceptions, confirmed': () => confirmed(2_000_000, linesConfirmed),
  'that file, undone': undone,
  'one file of 50,000 checks, read': () => preview(firstCheck, linesConfirmed),
  'that file, confirmed': () => confirmed(firstCheck, linesConfirmed),
  'that file, undone again': undone,
  'L2: six PDFs with 70,000 spaces after the end': () => uploads(junk),
  'L2: the same with a second end marker': () => uploads(secondEnd),
  'L3: two sockets with 800 logins each': () => times(2, pipelinedLogins),
  'L4: six PDFs that are slow to merge': () => uploads(slow),
  'L4: six case files with one of them': async () => {
    await post(forCaseFile.requester_id, `/check-requests/${forCaseFile.id}/attachments`, slow)
    return times(6, () => read(groupAdmin, `/check-requests/${forCaseFile.id}/case-file`))
  },
}

parentPort?.on('message', async (name: string) => parentPort?.postMessage(await probes[name]?.()))
parentPort?.postMessage(Object.keys(probes))

function uploads(file: File): Promise<string> {
  return times(6, (index) => {
    const { id, requester_id } = others[index] ?? forCaseFile
    return post(requester_id, `/check-requests/${id}/attachments`, file)
  })
}

async function times(count: number, call: (index: number) => Promise<string>): Promise<string> {
  const answers = await Promise.all(Array.from({ length: count }, (_, index) => call(index)))
  const counted = [...Map.groupBy(answers, (answer) => answer)].map(([answer, { length }]) => `${answer} ×${length}`)
  return counted.join(', ')
}

async function post(userId: number, path: string, file: File): Promise<string> {
  const body = new FormData()
  body.append('file', file, file.name)
  return statusOf(fetch(`${url}/api/v1${path}`, { method: 'POST', headers: { 'x-auth-token': tokenOf(userId) }, body }))
}

function read(userId: number, path: string): Promise<string> {
  return statusOf(fetch(`${url}/api/v1${path}`, { headers: { 'x-auth-token': tokenOf(userId) } }))
}

/** A file of payments whose numbers aren't in the register. */
function paymentsFrom(number: number, count: number): File {
  const lines = Array.from({ length: count }, (_, line) => `${number + line},10.00,2026-11-20`)
  return new File([['Check,Amount,Date', ...lines].join('\n')], 'bank.csv', { type: 'text/csv' })
}

/** Imports a file, and keeps its id. On a busy machine, reading can take longer than the server allows. */
async function preview(number: number, count: number): Promise<string> {
  for (let attempt = 1; ; attempt += 1) {
    const body = new FormData()
    body.append('file', paymentsFrom(number, count))
    const answer = await fetch(clearing, { method: 'POST', headers: { 'x-auth-token': tokenOf(reconciler) }, body })
    const { data, message } = await answer.json()
    if (data) fileId = data.id
    if (data) return attempt === 1 ? '200' : `200 at attempt ${attempt}`
    if (attempt === 10) throw new Error(message)
  }
}

/** Imports and confirms a file of payments, which become exceptions unless the register has their numbers. */
async function confirmed(number: number, count: number): Promise<string> {
  await preview(number, count)
  return change(reconciler, 'POST', `/${fileId}/confirm`, {})
}

/** Undoes the confirmed file, with a second person. */
async function undone(): Promise<string> {
  const asked = await change(reconciler, 'POST', `/${fileId}/undo`, { reason: 'Wrong account' })
  return `${asked}, ${await change(secondReconciler, 'POST', `/${fileId}/undo/confirm`, {})}`
}

function change(userId: number, method: string, path: string, body: object): Promise<string> {
  const headers = { 'x-auth-token': tokenOf(userId), 'content-type': 'application/json' }
  return statusOf(fetch(`${clearing}${path}`, { method, headers, body: JSON.stringify(body) }))
}

/** Saves the column settings for bank files, even if an earlier run has saved them. */
async function saveColumns(): Promise<void> {
  const columns = { has_names: true, number: 'Check', amount: 'Amount', date: 'Date', date_form: 'YYYY-MM-DD' }
  const headers = { 'x-auth-token': tokenOf(processor), 'content-type': 'application/json' }
  const account = `${url}/api/v1/bank-accounts/1`
  const { data } = await (await fetch(`${account}/files`, { headers })).json()
  const body = JSON.stringify({ columns, version: data.version })
  const answer = await fetch(`${account}/clearing/columns`, { method: 'PUT', headers, body })
  if (!answer.ok) throw new Error(`saving columns returned ${answer.status}: ${await answer.text()}`)
}

async function statusOf(call: Promise<Response>): Promise<string> {
  try {
    const answer = await call
    await answer.arrayBuffer()
    return String(answer.status)
  } catch {
    return 'reset'
  }
}

/** Sends everything at once over one socket, and waits until the server closes it or sends nothing for two seconds. */
async function pipelinedLogins(): Promise<string> {
  const { hostname, port } = new URL(url)
  const body = JSON.stringify({ email: 'nobody@example.com', password: 'wrong horse battery' })
  const head = 'POST /api/v1/auth/login HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\n'
  const login = `${head}content-length: ${body.length}\r\n\r\n${body}`
  const socket = connect(Number(port), hostname)
  let answered = 0
  socket.on('data', (part) => {
    answered += String(part).split('HTTP/1.1 ').length - 1
  })
  socket.setTimeout(2000, () => socket.destroy())
  socket.on('error', () => {})
  socket.write(login.repeat(loginsPerSocket))
  await once(socket, 'close')
  return `${answered} answered`
}

async function pdfFollowedBy(rest: string): Promise<File> {
  const document = await PDFDocument.create()
  document.addPage([612, 792])
  const bytes = Buffer.concat([await document.save(), Buffer.from(rest)])
  return new File([Uint8Array.from(bytes)], 'invoice.pdf', { type: 'application/pdf' })
}

/** A PDF whose page refers to 250,000 objects. */
function slowPdf(): File {
  const many = Array.from({ length: 250_000 }, (_, index) => index + 5)
  const objects = [
    '<</Type/Catalog/Pages 2 0 R>>',
    '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    '<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/Resources<</Many 4 0 R>>>>',
    `[${many.map((number) => `${number} 0 R`).join(' ')}]`,
    ...many.map(() => '<</A 1>>'),
  ].map((object, index) => `${index + 1} 0 obj${object}endobj`)
  const text = `%PDF-1.6\n${objects.join('\n')}\ntrailer<</Root 1 0 R>>\n%%EOF`
  return new File([text], 'slow.pdf', { type: 'application/pdf' })
}

import { type APIRequestContext, expect, type Page } from '@playwright/test'
import { apiAs } from './support/api.ts'
import { comparedForms } from './support/compared-forms.ts'
import { comparedPdfs } from './support/compared-pdfs.ts'
import { type ComparedFile, comparedPictures } from './support/compared-pictures.ts'
import {
  apart,
  type FiledPicture,
  openDrawingPage,
  type Picture,
  pictureOfChart,
  picturesInFile,
  picturesInViewer,
} from './support/document-pictures.ts'
import { documents } from './support/documents.ts'
import { type Raised, raise } from './support/requests.ts'
import { passwordFor, signIn } from './support/session.ts'
import { test } from './support/test.ts'
import { pages } from './support/viewer.ts'

const requester = 'requester@lakeside.example'
const mostOfRequest = 10

/**
 * The maximum difference of tiles of this size, in shades of 255: half-pixel shifts of an edge stay below it, and
 * missing or misplaced content doesn't. Letters of form fields may be slightly shifted from the viewer's.
 */
const tolerances = { chart: { tile: 4, most: 32 }, text: { tile: 8, most: 24 } } as const

// Compares some files of each kind and sends all refused ones; a nightly run compares all.
const isNightly = process.env.TEST_PROFILE === 'nightly'
const files = [...comparedPictures, ...comparedPdfs, ...comparedForms].filter(
  ({ isInGate, refused }) => isNightly || isInGate || refused !== undefined,
)

/** A user who calls the API for a request. */
interface Sender {
  readonly request: APIRequestContext
  readonly headers: Record<string, string>
  readonly raised: Raised
}

test('shows every accepted document in the case file as in the viewer, on screen and in print', async ({
  page,
  request,
}) => {
  test.setTimeout(300_000)
  const headers = await headersOf(request)
  const user = await apiAs(request, requester)
  await signIn(page.context(), requester)
  const drawing = await openDrawingPage(page.context())
  const accepted = files.filter(({ refused }) => refused === undefined)
  const found: string[] = []
  for (let first = 0; first < accepted.length; first += mostOfRequest) {
    const sender = { request, headers, raised: await raise(user) }
    const sent: ComparedFile[] = []
    for (const file of accepted.slice(first, first + mostOfRequest)) {
      const refusal = await send(sender, file)
      if (refusal === undefined) sent.push(file)
      else found.push(`${file.name} is refused: ${refusal}`)
    }
    const shown = await shownInViewer(page, sender.raised, sent)
    const filed = await shownInCaseFile(drawing, sender, sent)
    for (const [index, file] of sent.entries()) found.push(...differences(file, shown[index] ?? [], filed[index] ?? []))
  }
  expect(found).toEqual([])
})

test('refuses documents that programs display differently', async ({ request }) => {
  const sender = {
    request,
    headers: await headersOf(request),
    raised: await raise(await apiAs(request, requester)),
  }
  const refused = files.filter((file) => file.refused !== undefined)
  expect(refused.length).toBeGreaterThan(2)
  for (const file of refused) expect(await send(sender, file), file.name).toContain(file.refused)
})

async function headersOf(request: APIRequestContext) {
  const data = { email: requester, password: passwordFor(requester) }
  const reply = await (await request.post('/api/v1/auth/login', { data })).json()
  return { 'x-auth-token': String(reply.data.token) }
}

const types: Readonly<Record<string, string>> = { pdf: 'application/pdf', png: 'image/png', jpg: 'image/jpeg' }

/** Adds a file to the request. Returns the refusal, or undefined. */
async function send({ request, headers, raised }: Sender, { name, content }: ComparedFile) {
  const mimeType = types[name.split('.').at(-1) ?? ''] ?? ''
  const reply = await request.post(`/api/v1/check-requests/${raised.id}/attachments`, {
    headers,
    multipart: { file: { name, mimeType, buffer: content } },
  })
  return reply.ok() ? undefined : String((await reply.json()).message)
}

async function shownInViewer(page: Page, { id }: Raised, sent: readonly ComparedFile[]): Promise<Picture[][]> {
  await page.goto(`/check-requests/${id}`)
  await documents(page)
    .getByRole('button', { name: sent[0]?.name ?? '', exact: true })
    .click()
  const shown: Picture[][] = []
  for (const [index, { name }] of sent.entries()) {
    if (index > 0) await page.keyboard.press(']')
    const sheets = pages(page, name).locator('[data-sheet]')
    await expect(sheets.first()).toBeVisible()
    await expect(sheets.and(page.locator('[aria-busy=true]'))).toHaveCount(0)
    shown.push(await picturesInViewer(sheets.getByRole('img')))
  }
  return shown
}

async function shownInCaseFile(drawing: Page, { request, headers, raised }: Sender, sent: readonly ComparedFile[]) {
  const reply = await request.get(`/api/v1/check-requests/${raised.id}/case-file`, { headers })
  const arePictures = sent.flatMap(({ name, pages: count = 1 }) =>
    Array.from({ length: count }, () => !name.endsWith('.pdf')),
  )
  const pictures = await picturesInFile(drawing, await reply.body(), arePictures)
  return sent.map(({ pages: count = 1 }) => pictures.splice(0, count))
}

function differences(file: ComparedFile, shown: readonly Picture[], filed: readonly FiledPicture[]): string[] {
  const { name, pages: count = 1, shows = 'chart' } = file
  if (shown.length !== count || filed.length !== count)
    return [`${name}: of ${count} pages, ${shown.length} in the viewer and ${filed.length} in the case file`]
  return shown.flatMap((one, index) => {
    const { onScreen, printed } = filed[index] ?? {}
    const { tile, most } = tolerances[shows]
    const expected = shows === 'chart' ? pictureOfChart() : one
    const differing = Object.entries({ viewer: one, 'case file': onScreen, 'printed case file': printed })
      .map(([where, picture]) => ({ where, by: picture ? apart(picture, expected, tile) : Infinity }))
      .filter(({ by }) => by > most)
    return differing.map(({ where, by }) => `${name}, page ${index + 1}: ${by} shades off in the ${where}`)
  })
}

import { execFileSync } from 'node:child_process'
import { type APIRequestContext, expect, type Page } from '@playwright/test'
import { layoutNames, layoutOf } from '../domain/src/checks/layouts.ts'
import { openDrawingPage } from './support/document-pictures.ts'
import { addBankGroup, approvedRequests, makeRun } from './support/print-runs.ts'
import { passwordFor } from './support/session.ts'
import { test } from './support/test.ts'

/** The positions used on a business check's line, from the left: check number, routing number, account. */
const positions = [
  ...[52, 51, 50, 49, 48, 47, 46, 45, 43, 42, 41, 40, 39, 38, 37, 36, 35, 34, 33],
  ...[31, 30, 29, 28, 27, 26, 25, 24, 23, 22, 21, 20, 19],
]
/** The right edges of their symbols, in inches from the right edge of the check. */
const rightEdges = positions.map((position) => 0.3295 + (position - 1) / 8)

/** The maximum number of inked dots, per thousand, without a neighbor in the other image. */
const mostApart = 2

/** Shades of gray, row by row. */
interface Picture {
  readonly across: number
  readonly down: number
  readonly shades: Uint8Array
}

/** A part of the first page: resolution in dots per inch, starting at `top`, in points. */
interface Part {
  readonly dots: number
  readonly top: number
  readonly height: number
}

/** A part of the first page as rendered by Chromium. */
async function drawnByChromium(page: Page, pdf: Buffer, { dots, top, height }: Part): Promise<Picture> {
  const { across, down, base64 } = await page.evaluate(
    async ({ data, scale, top, height }) => {
      const library = await import(/* @vite-ignore */ String('/legacy/build/pdf.min.mjs'))
      library.GlobalWorkerOptions.workerSrc = '/legacy/build/pdf.worker.min.mjs'
      const bytes = Uint8Array.from(atob(data), (letter) => letter.charCodeAt(0))
      const file = await library.getDocument({ data: bytes, standardFontDataUrl: '/standard_fonts/' }).promise
      const first = await file.getPage(1)
      const viewport = first.getViewport({ scale, offsetY: -top * scale })
      const canvas = document.createElement('canvas')
      canvas.width = Math.round(viewport.width)
      canvas.height = Math.round(height * scale)
      await first.render({ canvas, viewport, background: 'white' }).promise
      const { data: colors } = canvas.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height) ?? { data: [] }
      let text = ''
      for (let at = 0; at < colors.length; at += 4)
        text += String.fromCharCode(
          Math.round(0.299 * (colors[at] ?? 0) + 0.587 * (colors[at + 1] ?? 0) + 0.114 * (colors[at + 2] ?? 0)),
        )
      return { across: canvas.width, down: canvas.height, base64: btoa(text) }
    },
    { data: pdf.toString('base64'), scale: dots / 72, top, height },
  )
  return { across, down, shades: Buffer.from(base64, 'base64') }
}

/** The first page as rendered by Poppler. */
function drawnByPoppler(pdf: Buffer, dots: number): Picture {
  const output = execFileSync('pdftoppm', ['-r', String(dots), '-gray', '-f', '1', '-l', '1'], {
    input: pdf,
    maxBuffer: 100_000_000,
  })
  const [head = '', across = '', down = ''] = /^P5\s(\d+) (\d+)\s255\s/.exec(output.toString('latin1', 0, 40)) ?? []
  return { across: Number(across), down: Number(down), shades: output.subarray(head.length) }
}

/** The number of dark dots, per thousand, with no gray dot nearby in the other image. */
function apart(one: Picture, other: Picture): number {
  let dark = 0
  let alone = 0
  for (let y = 1; y < one.down - 1; y += 1)
    for (let x = 1; x < one.across - 1; x += 1) {
      if ((one.shades[y * one.across + x] ?? 255) >= 100) continue
      dark += 1
      if (!hasInkAround(other, x, y)) alone += 1
    }
  expect(dark).toBeGreaterThan(1000)
  return (alone / dark) * 1000
}

function hasInkAround({ across, shades }: Picture, x: number, y: number): boolean {
  for (const row of [y - 1, y, y + 1])
    for (const column of [x - 1, x, x + 1]) if ((shades[row * across + column] ?? 255) < 230) return true
  return false
}

/** The inked columns of an image. */
function inkedColumns({ across, down, shades }: Picture): number[] {
  return Array.from({ length: across }, (_, x) => x).filter((x) =>
    Array.from({ length: down }, (_, y) => shades[y * across + x] ?? 255).some((shade) => shade < 128),
  )
}

/** The file of a print run, as its processor gets it. */
async function fileOf(request: APIRequestContext, email: string, runId: number): Promise<Buffer> {
  const reply = await request.post('/api/v1/auth/login', { data: { email, password: passwordFor(email) } })
  const { data } = await reply.json()
  const headers = { 'x-auth-token': data.token }
  return (await request.get(`/api/v1/print-runs/${runId}/pdf`, { headers })).body()
}

for (const layout of layoutNames)
  test(`renders the check layout ${layout} identically in Chromium and Poppler`, async ({ context, request }) => {
    // The account and number of the reference's line of a business check.
    const line = { routing_number: '021000021', account_number: '123456789012', next_check_number: 1234 }
    const place = await addBankGroup(request, { ...line, layout, micr: true })
    const run = await makeRun(request, place, await approvedRequests(request, place, [1234.56]))
    const pdf = await fileOf(request, place.emails.processor, run.id)
    const page = await openDrawingPage(context)

    const here = await drawnByChromium(page, pdf, { dots: 150, top: 0, height: 792 })
    const there = drawnByPoppler(pdf, 150)
    expect([here.across, here.down]).toEqual([there.across, there.down])
    expect(apart(here, there)).toBeLessThan(mostApart)
    expect(apart(there, here)).toBeLessThan(mostApart)

    // The line's print band is 3/16 to 7/16 inch above the bottom edge of the check.
    const bottom = (layoutOf(layout).checks[0] ?? 0) + 252
    const columns = inkedColumns(await drawnByChromium(page, pdf, { dots: 600, top: bottom - 31.5, height: 18 }))
    for (const right of rightEdges) {
      const edge = (8.5 - right) * 600
      const last = Math.max(...columns.filter((x) => x < edge + 12))
      expect(Math.abs(last + 1 - edge) / 600).toBeLessThan(0.01)
    }
    const boxes = rightEdges.map((right) => [(8.5 - right - 0.091) * 600 - 2, (8.5 - right) * 600 + 2] as const)
    expect(columns.filter((x) => !boxes.some(([left, right]) => x >= left && x <= right))).toEqual([])
  })

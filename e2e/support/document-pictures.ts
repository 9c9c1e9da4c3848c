import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import type { BrowserContext, Locator, Page } from '@playwright/test'
import { chart, shadeAt } from './chart.ts'

/** Shades of gray, row by row, at the common width to which all images are scaled. */
export interface Picture {
  readonly down: number
  readonly shades: Uint8Array
}

/** A page of a file as displayed and as printed. */
export interface FiledPicture {
  readonly onScreen: Picture
  readonly printed: Picture
}

const across = 96

// The PDF library of the browser part.
const pdfjs = dirname(
  createRequire(new URL('../../web/package.json', import.meta.url)).resolve('pdfjs-dist/package.json'),
)
const origin = 'http://pictures.localhost'
const types: Readonly<Record<string, string>> = { mjs: 'text/javascript', html: 'text/html' }

/** A page that can render PDFs, independent of the product. */
export async function openDrawingPage(context: BrowserContext): Promise<Page> {
  const page = await context.newPage()
  await page.route(`${origin}/**`, async (route) => {
    const path = new URL(route.request().url()).pathname
    const contentType = types[path.split('.').at(-1) ?? ''] ?? 'application/octet-stream'
    const body = path === '/index.html' ? '<!doctype html>' : readFileSync(join(pdfjs, path))
    await route.fulfill({ contentType, body })
  })
  await page.goto(`${origin}/index.html`)
  return page
}

interface Sent {
  readonly down: number
  readonly base64: string
}

/** The sheets of the document in the viewer. Where nothing is drawn, the viewer's dark background is visible. */
export async function picturesInViewer(sheets: Locator): Promise<Picture[]> {
  const sent = await sheets.evaluateAll(
    (canvases: (HTMLCanvasElement | SVGElement | HTMLElement)[], across) =>
      canvases.map((shown): Sent => {
        const canvas = shown as HTMLCanvasElement
        const small = document.createElement('canvas')
        small.width = across
        small.height = Math.max(1, Math.round((canvas.height * across) / canvas.width))
        const context = small.getContext('2d')
        if (!context) throw new Error('No canvas')
        context.fillRect(0, 0, small.width, small.height)
        context.imageSmoothingQuality = 'high'
        context.drawImage(canvas, 0, 0, small.width, small.height)
        const { data } = context.getImageData(0, 0, small.width, small.height)
        let text = ''
        for (let at = 0; at < data.length; at += 4)
          text += String.fromCharCode(((data[at] ?? 0) + (data[at + 1] ?? 0) + (data[at + 2] ?? 0)) / 3)
        return { down: small.height, base64: btoa(text) }
      }),
    across,
  )
  return sent.map(pictureOf)
}

/**
 * The last pages of a PDF, one for each of `pictures`: the whole page, or its content without the surrounding white if
 * the page contains an image.
 */
export async function picturesInFile(page: Page, pdf: Buffer, pictures: readonly boolean[]): Promise<FiledPicture[]> {
  const sent = await page.evaluate(
    async ({ data, pictures, across }) => {
      const library = await import(/* @vite-ignore */ String('/legacy/build/pdf.min.mjs'))
      library.GlobalWorkerOptions.workerSrc = '/legacy/build/pdf.worker.min.mjs'
      const bytes = Uint8Array.from(atob(data), (letter) => letter.charCodeAt(0))
      const task = library.getDocument({
        data: bytes,
        standardFontDataUrl: '/standard_fonts/',
        cMapUrl: '/cmaps/',
        useSystemFonts: false,
        verbosity: 0,
      })
      const file = await task.promise
      const canvas = document.createElement('canvas')
      const small = document.createElement('canvas')
      const shadesOf = (from: HTMLCanvasElement) => {
        const context = from.getContext('2d', { willReadFrequently: true })
        const { data: colors } = context?.getImageData(0, 0, from.width, from.height) ?? { data: [] }
        return Array.from({ length: colors.length / 4 }, (_, at) => {
          return ((colors[4 * at] ?? 0) + (colors[4 * at + 1] ?? 0) + (colors[4 * at + 2] ?? 0)) / 3
        })
      }
      const inked = () => {
        const at = shadesOf(canvas).flatMap((shade, index) => (shade < 250 ? [index] : []))
        const xs = at.map((index) => index % canvas.width)
        const ys = at.map((index) => Math.floor(index / canvas.width))
        const [left, top] = [xs, ys].map((all) => all.reduce((one, other) => Math.min(one, other), Infinity))
        const [right, bottom] = [xs, ys].map((all) => all.reduce((one, other) => Math.max(one, other), 0))
        return [left ?? 0, top ?? 0, (right ?? 0) + 1 - (left ?? 0), (bottom ?? 0) + 1 - (top ?? 0)] as const
      }
      const all: Sent[] = []
      for (const [index, isPicture] of pictures.entries()) {
        const one = await file.getPage(file.numPages - pictures.length + index + 1)
        const { width } = one.getViewport({ scale: 1 })
        const viewport = one.getViewport({ scale: isPicture ? 2 : (3 * across) / width })
        canvas.width = Math.round(viewport.width)
        canvas.height = Math.round(viewport.height)
        for (const intent of ['display', 'print']) {
          await one.render({ canvas, viewport, intent }).promise
          const [x, y, w, h] = isPicture ? inked() : [0, 0, canvas.width, canvas.height]
          small.width = across
          small.height = Math.max(1, Math.round((h * across) / w))
          const context = small.getContext('2d', { willReadFrequently: true })
          Object.assign(context ?? {}, { imageSmoothingQuality: 'high' })
          context?.drawImage(canvas, x, y, w, h, 0, 0, small.width, small.height)
          const text = shadesOf(small).map((shade) => String.fromCharCode(shade))
          all.push({ down: small.height, base64: btoa(text.join('')) })
        }
      }
      await task.destroy()
      return all
    },
    { data: pdf.toString('base64'), pictures, across },
  )
  const drawn = sent.map(pictureOf)
  return pictures.flatMap((_, index) => {
    const [onScreen, printed] = drawn.slice(2 * index)
    return onScreen && printed ? [{ onScreen, printed }] : []
  })
}

function pictureOf({ down, base64 }: Sent): Picture {
  return { down, shades: Buffer.from(base64, 'base64') }
}

/** The chart as it should appear in files. */
export function pictureOfChart(): Picture {
  const side = across / chart.across
  const down = chart.down * side
  const shades = Array.from({ length: across * down }, (_, at) =>
    shadeAt(Math.floor((at % across) / side), Math.floor(at / across / side)),
  )
  return { down, shades: Uint8Array.from(shades) }
}

/**
 * The maximum difference between two images, in shades of 255: compares tiles, so that a half-pixel shift counts
 * little. 255 if their shapes differ. `tile`: the side of a tile.
 */
export function apart(one: Picture, other: Picture, tile: number): number {
  if (Math.abs(one.down - other.down) > 1) return 255
  let most = 0
  for (let y = 0; y + tile <= Math.min(one.down, other.down); y += tile)
    for (let x = 0; x + tile <= across; x += tile)
      most = Math.max(most, Math.abs(meanOf(one, x, y, tile) - meanOf(other, x, y, tile)))
  return Math.round(most)
}

function meanOf({ shades }: Picture, left: number, top: number, tile: number): number {
  let sum = 0
  for (let y = top; y < top + tile; y += 1)
    for (let x = left; x < left + tile; x += 1) sum += shades[y * across + x] ?? 255
  return sum / tile ** 2
}

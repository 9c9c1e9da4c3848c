import { inflateSync } from 'node:zlib'
import type { Page } from '@playwright/test'

interface Printed {
  readonly pages: number
  /** All text on it without white space, because a PDF positions words without separating them. */
  readonly text: string
  /** Width and height of the first page in inches. */
  readonly size: readonly number[]
}

/** Prints the screen on Letter paper with the browser. */
export async function printed(page: Page): Promise<Printed> {
  const pdf = await page.pdf({ preferCSSPageSize: true })
  const source = pdf.toString('latin1')
  const streams = new Map(streamsOf(pdf, source))
  const fonts = fontsOf(source, streams)
  const pages = [...source.matchAll(/<<[^>]*?\/Type \/Page\b[\s\S]*?>>\s*endobj/g)].map(([text]) => text)
  const contents = pages.map((text) => streams.get(referenceIn(text, 'Contents') ?? 0) ?? '')
  const [, , width = 0, height = 0] = /\/MediaBox \[([^\]]+)\]/.exec(source)?.[1]?.split(' ').map(Number) ?? []
  return {
    pages: pages.length,
    text: contents.map((content) => textOf(content, fonts)).join(''),
    size: [width / 72, height / 72],
  }
}

/** A text as it appears in `Printed`: some fonts draw letters such as `fi` as one glyph. */
export function unspaced(text: string): string {
  return text.normalize('NFKC').replace(/\s/g, '')
}

function streamsOf(pdf: Buffer, source: string): [number, string][] {
  return [...source.matchAll(/(\d+) 0 obj\s*<<((?:(?!endobj)[\s\S])*?)>>\s*stream\r?\n/g)].map((match) => {
    const [whole, id, dictionary = ''] = match
    const begin = match.index + whole.length
    const bytes = pdf.subarray(begin, begin + Number(/\/Length (\d+)/.exec(dictionary)?.[1]))
    return [Number(id), (dictionary.includes('FlateDecode') ? inflateSync(bytes) : bytes).toString('latin1')]
  })
}

type Glyphs = ReadonlyMap<string, string>

/** The characters of each font's glyphs, by the font's name in pages. */
function fontsOf(source: string, streams: ReadonlyMap<number, string>): ReadonlyMap<string, Glyphs> {
  const fonts = [...source.matchAll(/\/(F\d+) (\d+) 0 R/g)]
  return new Map(
    fonts.map(([, name = '', id]) => {
      const font = new RegExp(`\\n${id} 0 obj([\\s\\S]*?)endobj`).exec(source)?.[1] ?? ''
      return [name, glyphsOf(streams.get(referenceIn(font, 'ToUnicode') ?? 0) ?? '')]
    }),
  )
}

function glyphsOf(map: string): Glyphs {
  const glyphs = new Map<string, string>()
  for (const [, block = ''] of map.matchAll(/beginbfchar([\s\S]*?)endbfchar/g))
    for (const [, glyph = '', text = ''] of block.matchAll(/<(\w+)> <(\w+)>/g)) glyphs.set(glyph, characters(text))
  for (const [, block = ''] of map.matchAll(/beginbfrange([\s\S]*?)endbfrange/g))
    for (const [, first = '', last = '', text = ''] of block.matchAll(/<(\w+)> <(\w+)> <(\w+)>/g))
      for (let step = 0; step <= Number.parseInt(last, 16) - Number.parseInt(first, 16); step += 1)
        glyphs.set(hex(Number.parseInt(first, 16) + step), characters(hex(Number.parseInt(text, 16) + step)))
  return glyphs
}

function textOf(content: string, fonts: ReadonlyMap<string, Glyphs>): string {
  let font: Glyphs = new Map()
  let text = ''
  for (const [, name, shown] of content.matchAll(/\/(F\d+) [\d.]+ Tf|<([0-9A-F]+)>/g)) {
    if (name) font = fonts.get(name) ?? new Map()
    for (const [glyph] of (shown ?? '').matchAll(/.{4}/g)) text += font.get(glyph) ?? ''
  }
  return unspaced(text)
}

function referenceIn(object: string, name: string): number | undefined {
  const [, id] = new RegExp(`/${name} (\\d+) 0 R`).exec(object) ?? []
  return id === undefined ? undefined : Number(id)
}

function characters(code: string): string {
  return String.fromCharCode(...(code.match(/.{4}/g) ?? []).map((unit) => Number.parseInt(unit, 16)))
}

function hex(code: number): string {
  return code.toString(16).toUpperCase().padStart(4, '0')
}

import { decodePDFRawStream, PDFDict, PDFDocument, PDFName, PDFRawStream } from '@cantoo/pdf-lib'
import { expect, test } from 'vitest'
import { readPdf } from '../../testing/pdf-reading.ts'
import { drawCaseFile } from './documents/draw.ts'

/** A case file with one note for each text, and one document named after each text. */
async function fileOf(...texts: readonly string[]): Promise<Buffer> {
  const facts = texts.map((value) => ({ label: 'Note', value }))
  const documents = texts.map((name) => ({ name, lines: [], merged: { not: 'Left out' } }))
  const none = { history: [], comments: [], checks: [], closing: [] }
  const contents = { title: 'T', subtitle: 'S', foot: 'F', ...none, sections: [{ heading: 'H', facts }], documents }
  return Buffer.from(await drawCaseFile(contents, []))
}

/** Extracts text with a second library, which may return presentation forms and composed characters. */
async function readIn(file: Buffer): Promise<string> {
  const pages = await readPdf(file)
  const texts = pages.flatMap(({ texts }) => texts.map(({ text }) => text))
  return texts.join('').normalize('NFKD').replaceAll(/\s/g, '')
}

/** The font names in a file, and how many of their codes draw the box for a missing glyph. */
async function fontsIn(file: Buffer) {
  const { context } = await PDFDocument.load(file, { updateMetadata: false })
  return context.enumerateIndirectObjects().flatMap(([, font]) => {
    if (!(font instanceof PDFDict) || !font.has(PDFName.of('CIDToGIDMap'))) return []
    const map = font.lookup(PDFName.of('CIDToGIDMap'))
    const glyphs = map instanceof PDFRawStream ? Buffer.from(decodePDFRawStream(map).decode()) : Buffer.alloc(0)
    const numbers = Array.from({ length: glyphs.length / 2 - 1 }, (_, index) => glyphs.readUInt16BE(2 * index + 2))
    const name = font.get(PDFName.of('BaseFont'))?.toString().replace(/^.*\+/, '') ?? ''
    return [{ name, letters: numbers.length, boxes: numbers.filter((number) => number === 0).length }]
  })
}

const samples = {
  Japanese: '日本トヨタ東京販売',
  'simplified Chinese': '北京汽车销售有限公司',
  'traditional Chinese': '臺北汽車股份有限公司',
  Korean: '현대자동차',
  Hebrew: 'שלום',
  'Hebrew with points': 'מוֹטוֹרְס',
  Arabic: 'اللغة العربية شركة السيارات',
  Persian: 'پژو گچ',
  Urdu: 'گاڑی ٹویوٹا',
  Devanagari: 'हिन्दी मोटर्स क्षेत्र श्री',
  Bengali: 'বাংলা মোটরস',
  Gurmukhi: 'ਪੰਜਾਬੀ ਮੋਟਰਜ਼',
  Gujarati: 'ગુજરાતી મોટર્સ',
  Oriya: 'ଓଡ଼ିଆ ମୋଟର୍ସ',
  Tamil: 'தமிழ் மோட்டார்ஸ்',
  Telugu: 'తెలుగు మోటార్స్',
  Kannada: 'ಕನ್ನಡ ಮೋಟಾರ್ಸ್',
  Malayalam: 'മലയാളം മോട്ടോഴ്സ്',
  Sinhala: 'සිංහල මෝටර්ස්',
  Thai: 'ภาษาไทยที่นี่ น้ำ',
  Lao: 'ພາສາລາວ ນ້ຳ',
  Khmer: 'ភាសាខ្មែរ',
  Burmese: 'မြန်မာဘာသာ',
  Georgian: 'ქართული',
  Armenian: 'Հայերեն',
  Amharic: 'አማርኛ፡ሞተርስ',
  Tibetan: 'བོད་སྐད་',
  Dhivehi: 'މާލެ',
  Cherokee: 'ᏣᎳᎩ',
  Inuktitut: 'ᐃᓄᒃᑎᑐᑦ',
  'polytonic Greek': 'ἀρχή',
  mathematics: '∑≤√∞𝓙𝓸𝓱𝓷',
  symbols: '☎✓★①→',
  emoji: '👍🏽 🚗 👨‍👩‍👧 🇺🇸 1️⃣',
}

test('draws each script in its own font and keeps the file small', async () => {
  const file = await fileOf(...Object.values(samples))
  const read = await readIn(file)
  const lacking = Object.entries(samples).filter(([, sample]) =>
    sample.split(' ').some((word) => read.split(word.normalize('NFKD')).length < 3),
  )
  expect(lacking).toEqual([])
  expect(read).not.toContain('[U+')
  const fonts = await fontsIn(file)
  expect(fonts.filter(({ boxes }) => boxes > 0)).toEqual([])
  expect(file.length).toBeLessThan(400_000)
})

test('includes no fonts for scripts that a file doesn’t use', async () => {
  const names = (await fontsIn(await fileOf('Motors'))).map(({ name }) => name)
  expect(names.sort()).toEqual(['NotoSans-Bold', 'NotoSans-Regular'])
})

test.each([
  ['日直の', 'NotoSansJP'],
  ['직 直', 'NotoSansKR'],
  ['ㄓ直', 'NotoSansTC'],
  ['直', 'NotoSansSC'],
])('draws the Han character in %s in the form that the text’s language uses', async (text, font) => {
  const names = (await fontsIn(await fileOf(text))).map(({ name }) => name.replace(/-.*/, ''))
  expect([...new Set(names)].filter((name) => name !== 'NotoSans')).toEqual([font])
})

test('shows the code point of a character that no font has, and nothing for an invisible character', async () => {
  const read = await readIn(await fileOf('\u{e000}a\u{13000}b\u200b\u2060c\ud800'))
  expect(read).toContain('[U+E000]a[U+13000]bc[U+D800]')
})

/** Returns the texts in a note from left to right, and its lines from top to bottom. */
async function linesOf(text: string): Promise<string[]> {
  const [page] = await readPdf(await fileOf(text))
  const texts = page?.texts ?? []
  const from = texts.findIndex((one) => one.text === 'Note')
  const to = texts.findIndex((one) => one.text === 'History')
  const lines = Map.groupBy(texts.slice(from + 1, to), ({ y }) => Math.round(y))
  return [...lines.values()].map((line) => {
    const ordered = line.toSorted((one, other) => one.x - other.x)
    return ordered.map((one) => one.text).join('|')
  })
}

test('writes right-to-left text with embedded numbers and Latin letters in their own direction', async () => {
  expect(await linesOf('שלום Motors 123')).toEqual(['Motors 123|שלום'])
  expect(await linesOf('Motors שלום תודה 123 km')).toEqual(['Motors 123|תודה|שלום|km'])
  expect(await linesOf('שלום (בית)')).toEqual(['(|בית|)|שלום'])
})

test('breaks lines between words, even in scripts without spaces, and never within a letter', async () => {
  const thai = await linesOf('ภาษาไทยเป็นภาษาที่มีระดับเสียงของคำแน่นอนหรือวรรณยุกต์'.repeat(6))
  expect(thai.length).toBeGreaterThan(2)
  for (const line of thai) expect(line).toMatch(/^[\u0e40-\u0e44]?[\u0e01-\u0e2e]/)
  const chinese = await linesOf('和平与发展是当今时代的主题。我们要坚持改革(开放)。'.repeat(6))
  expect(chinese.length).toBeGreaterThan(3)
  for (const line of chinese) {
    expect(line).not.toMatch(/^[。)]/)
    expect(line).not.toMatch(/\($/)
  }
  const family = await linesOf('👨‍👩‍👧'.repeat(60))
  for (const line of family) expect(line.replaceAll('👨‍👩‍👧', '')).toBe('')
})

import {
  decodePDFRawStream,
  PDFArray,
  PDFDict,
  PDFDocument,
  PDFName,
  type PDFObject,
  type PDFPage,
  PDFRawStream,
} from '@cantoo/pdf-lib'

/** The texts on each page, one line per write, in the fonts that our own files embed. */
export async function textsOf(pdf: Uint8Array): Promise<string[][]> {
  const document = await PDFDocument.load(pdf, { updateMetadata: false })
  return document.getPages().map(textsOn)
}

function textsOn(page: PDFPage): string[] {
  const fonts = page.node.Resources()?.lookupMaybe(PDFName.of('Font'), PDFDict)
  const texts: string[] = []
  let glyphs: ReadonlyMap<string, string> = new Map()
  for (const [, name, shown] of contentOf(page).matchAll(/\/(\S+) [\d.]+ Tf|<([0-9A-Fa-f]*)> Tj/g)) {
    if (name) glyphs = glyphsOf(fonts?.lookupMaybe(PDFName.of(name), PDFDict))
    else
      texts.push(
        Array.from((shown ?? '').matchAll(/.{4}/g), ([glyph]) => glyphs.get(glyph.toUpperCase()) ?? '').join(''),
      )
  }
  return texts
}

function contentOf(page: PDFPage): string {
  const contents = page.node.Contents()
  const streams =
    contents instanceof PDFArray ? contents.asArray().map((one) => page.doc.context.lookup(one)) : [contents]
  return streams.map(decoded).join('\n')
}

function glyphsOf(font: PDFDict | undefined): Map<string, string> {
  const map = decoded(font?.lookup(PDFName.of('ToUnicode')))
  const glyphs = new Map<string, string>()
  for (const [, block = ''] of map.matchAll(/beginbfchar([\s\S]*?)endbfchar/g))
    for (const [, glyph = '', text = ''] of block.matchAll(/<(\w+)>\s*<(\w+)>/g))
      glyphs.set(glyph.toUpperCase(), Buffer.from(text, 'hex').swap16().toString('utf16le'))
  return glyphs
}

function decoded(stream: PDFObject | undefined): string {
  return stream instanceof PDFRawStream ? Buffer.from(decodePDFRawStream(stream).decode()).toString('latin1') : ''
}

import { pdfOf } from './documents.ts'
import { type Said, WrittenPdf } from './written-pdf.ts'

export const honest = 'Pay $100.00'
export const forged = 'Pay $9,000.00'

export function textOf(text: string): string {
  return `BT /F 18 Tf 72 700 Td (${text}) Tj ET`
}

const font = '/Resources<</Font<</F<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>>>>>'
export const catalog = '<</Type/Catalog/Pages 2 0 R>>'
export const pages = '<</Type/Pages/Kids[3 0 R]/Count 1>>'
export const page = `<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/Contents 4 0 R${font}>>`
export const root = '/Size 99/Root 1 0 R'

/** Begins a one-page PDF whose content must follow as object 4. */
export function begun(): WrittenPdf {
  const pdf = new WrittenPdf()
  pdf.object(1, catalog)
  pdf.object(2, pages)
  pdf.object(3, page)
  return pdf
}

/** A one-page PDF with this text, without a cross-reference. */
export function written(text = honest): WrittenPdf {
  const pdf = begun()
  pdf.stream(4, textOf(text))
  return pdf
}

export function placesWith(pdf: WrittenPdf, ...changes: (readonly [number, Said])[]): Map<number, Said> {
  return new Map([...pdf.places, ...changes])
}

/** Valid PDFs as common programs write them. */
export const honestFiles: Record<string, () => Buffer | Promise<Buffer>> = {
  'a cross-reference table': () => {
    const pdf = written()
    return pdf.end(pdf.table(root))
  },
  'object streams': () => pdfOf(honest),
  'an update with a cross-reference table': () => {
    const pdf = written('Draft')
    const first = pdf.table(root)
    pdf.end(first)
    const at = pdf.stream(4, textOf(honest))
    return pdf.end(pdf.table(`${root}/Prev ${first}`, [[4, at]]))
  },
  'updates with cross-reference streams, one of which moves an object into an object stream': () => {
    const pdf = written('Draft')
    const first = pdf.tableStream(7, root)
    const content = pdf.stream(4, textOf(honest))
    const second = pdf.tableStream(8, `${root}/Prev ${first}`, [[4, content]])
    const stream = pdf.objectStream(9, { 3: page })
    const said: [number, Said][] = [
      [3, { inStream: 9, index: 0 }],
      [9, stream],
    ]
    return pdf.end(pdf.tableStream(10, `${root}/Prev ${second}`, said))
  },
  'an unreferenced object that an update removed': () => {
    const pdf = written()
    pdf.object(5, '<</Removed true>>')
    const first = pdf.table(root)
    return pdf.end(pdf.table(`${root}/Prev ${first}`, [[5, 'free']]))
  },
  'a hybrid cross-reference': () => {
    const pdf = new WrittenPdf()
    pdf.object(1, catalog)
    pdf.object(2, pages)
    pdf.stream(4, textOf(honest))
    pdf.objectStream(6, { 3: page })
    // A word processor's file: old readers find no object 3, and new ones look in the stream first.
    const first = pdf.table(root, placesWith(pdf, [3, 'free']))
    const stream = pdf.tableStream(7, root, [[3, { inStream: 6, index: 0 }]])
    return pdf.end(pdf.table(`${root}/Prev ${first}/XRefStm ${stream}`, []))
  },
  'a linearization': () => linearized({}),
  'a linearization invalidated by an update': () => updated(linearized({}, 'Draft'), honest),
  'offsets that point to the space before an object': () => {
    const pdf = new WrittenPdf()
    for (const [number, value] of [catalog, pages, page].entries()) {
      const at = pdf.write('\n \n')
      pdf.object(number + 1, value)
      pdf.places.set(number + 1, at)
    }
    pdf.stream(4, textOf(honest))
    return pdf.end(pdf.table(root))
  },
  'a table numbered from 1': () => {
    const pdf = written('Draft')
    pdf.stream(4, textOf(honest))
    const at = pdf.write('xref\n1 5\n0000000000 65535 f \n')
    for (const [, said] of pdf.places) pdf.write(`${String(said).padStart(10, '0')} 00000 n \n`)
    pdf.write(`trailer\n<<${root}>>\n`)
    return pdf.end(at)
  },
  'an earlier table at byte 0': () => {
    const pdf = written()
    return pdf.end(pdf.table(`${root}/Prev 0`))
  },
  'a table that names itself as the previous one': () => {
    const pdf = written()
    return pdf.end(pdf.table(`${root}/Prev ${pdf.offset}`))
  },
  'an indirect length': () => {
    const pdf = begun()
    pdf.stream(4, textOf(honest), '/Length 5 0 R')
    pdf.object(5, String(textOf(honest).length))
    return pdf.end(pdf.table(root))
  },
  'a length that is wrong for every reader': () => {
    const pdf = begun()
    pdf.stream(4, textOf(honest), '/Length 1000000')
    return pdf.end(pdf.table(root))
  },
  'a reference to a missing object': () => {
    const pdf = begun()
    pdf.object(3, page.replace('/Contents', '/Thumb 90 0 R/Contents'))
    pdf.stream(4, textOf(honest))
    return pdf.end(pdf.table(root))
  },
  'no cross-reference': () => {
    const pdf = written()
    pdf.write(`trailer\n<<${root}>>\n`)
    return pdf.end(0)
  },
  'a wrong cross-reference offset': () => {
    const pdf = written()
    return pdf.end(pdf.table(root) + 7)
  },
  'line endings changed in transit': () => {
    const pdf = written()
    const sent = pdf.end(pdf.table(root)).toString('latin1')
    return Buffer.from(sent.replaceAll('\n', '\r\n'), 'latin1')
  },
  'object streams and a wrong cross-reference offset': () => {
    const pdf = begun()
    pdf.stream(4, textOf(honest))
    pdf.objectStream(6, { 5: '<</Extra true>>' })
    return pdf.end(pdf.tableStream(7, root) + 7)
  },
}

/** A two-page linearized PDF, in which parameters can be wrong. */
export function linearized(wrong: Readonly<Record<string, number>>, text = honest): Buffer {
  const write = (
    places: Iterable<readonly [number, Said]>,
    size: number,
    main: number,
  ): [WrittenPdf, number, Buffer] => {
    const pdf = new WrittenPdf()
    const said = { Linearized: 1, L: size, O: 3, E: 900, N: 2, T: main, ...wrong }
    const texts = Object.entries(said).map(([key, value]) => `/${key} ${String(value).padStart(6, '0')}`)
    pdf.object(20, `<<${texts.join('')}/H[100 20]>>`)
    const all = new Map(places)
    const first = [1, 3, 4].flatMap((number) => [[number, all.get(number) ?? 0] as const])
    const start = pdf.table(`${root}/Prev ${String(main).padStart(6, '0')}`, first)
    pdf.write('startxref\n0\n%%EOF\n')
    pdf.object(1, catalog)
    pdf.object(3, page)
    pdf.stream(4, textOf(text))
    pdf.object(2, '<</Type/Pages/Kids[3 0 R 13 0 R]/Count 2>>')
    pdf.object(13, page.replace('4 0 R', '14 0 R'))
    pdf.stream(14, textOf('Page 2'))
    const rest = [2, 13, 14].flatMap((number) => [[number, all.get(number) ?? 0] as const])
    const at = pdf.table('/Size 99', rest)
    return [pdf, at, pdf.end(start)]
  }
  const [pdf, main, { length }] = write([], 0, 0)
  const [, , file] = write(pdf.places, length, main)
  return file
}

/** A file with different content in an update. With `isHidden`, the file still declares its old length. */
export function updated(file: Buffer, text: string, isHidden = false): Buffer {
  const before = file.toString('latin1')
  const start = Number(/.*startxref\n(\d+)/s.exec(before)?.[1])
  const stream = `4 0 obj\n<</Length ${textOf(text).length}>>\nstream\n${textOf(text)}\nendstream\nendobj\n`
  const table = `xref\n4 1\n${String(before.length).padStart(10, '0')} 00000 n \ntrailer\n<<${root}/Prev ${start}>>\n`
  const whole = `${before}${stream}${table}startxref\n${before.length + stream.length}\n%%EOF\n`
  const length = String(whole.length).padStart(6, '0')
  return Buffer.from(isHidden ? whole.replace(/\/L \d+/, `/L ${length}`) : whole, 'latin1')
}

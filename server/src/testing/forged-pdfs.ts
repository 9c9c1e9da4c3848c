import { deflateSync } from 'node:zlib'
import {
  begun,
  catalog,
  forged,
  honest,
  linearized,
  page,
  pages,
  placesWith,
  root,
  textOf,
  updated,
  written,
} from './honest-pdfs.ts'
import { WrittenPdf } from './written-pdf.ts'

/** Forged PDFs that show one document in viewers and another in case files. */
export const lies: Record<string, () => Buffer> = {
  'cross-reference points to an earlier version of the content': () => {
    const pdf = written()
    const { places } = pdf
    const first = new Map(places)
    pdf.stream(4, textOf(forged))
    return pdf.end(pdf.table(root, first))
  },
  'cross-reference is followed by another version': () => {
    const pdf = written()
    const table = pdf.table(root)
    pdf.end(table)
    pdf.stream(4, textOf(forged))
    return pdf.end(table)
  },
  'cross-reference leaves out an object': () => {
    const pdf = written(forged)
    return pdf.end(pdf.table(root, [...pdf.places].slice(0, 3)))
  },
  'cross-reference marks an object as free': () => {
    const pdf = written(forged)
    return pdf.end(pdf.table(root, placesWith(pdf, [4, 'free'])))
  },
  'update marks an object as free': () => {
    const pdf = written(forged)
    const first = pdf.table(root)
    return pdf.end(pdf.table(`${root}/Prev ${first}`, [[4, 'free']]))
  },
  'cross-reference names an older generation': () => {
    const pdf = begun()
    const first = pdf.stream(4, textOf(honest))
    pdf.object(4, `<</Length ${textOf(forged).length}>>\nstream\n${textOf(forged)}\nendstream`, 1)
    pdf.object(3, page.replace('4 0 R', '4 1 R'))
    return pdf.end(pdf.table(root, placesWith(pdf, [4, first])))
  },
  'cross-reference and object have different generations': () => {
    const pdf = written(forged)
    const text = pdf.end(pdf.table(root)).toString('latin1')
    return Buffer.from(text.replace(/(?<=\n4 1\n\d{10} )00000/, '00001'), 'latin1')
  },
  'length includes a second end marker': () => {
    const pdf = begun()
    const data = `${textOf(honest)}\nendstream\n${textOf(forged)}`
    pdf.stream(4, data, '/Length 5 0 R')
    pdf.object(5, String(data.length))
    return pdf.end(pdf.table(root))
  },
  'length ends within a string': () => {
    const pdf = begun()
    const data = 'BT /F 18 Tf 72 700 Td (Pay $100.00'
    pdf.stream(4, `${data}%0000) Tj ET`, '/Length 5 0 R')
    pdf.object(5, String(data.length))
    return pdf.end(pdf.table(root))
  },
  'content begins on the line of the stream keyword': () => {
    const pdf = begun()
    const data = textOf(honest)
    pdf.object(4, `<</Length 1>>\nstream ${textOf(forged)}\n${data}\nendstream`)
    return pdf.end(pdf.table(root))
  },
  'object is both in an object stream and outside it': () => {
    const pdf = begun()
    pdf.stream(4, textOf(honest))
    pdf.stream(5, textOf(forged))
    pdf.objectStream(6, { 3: page })
    const { places } = pdf
    const said = new Map(places)
    pdf.object(3, page.replace('4 0 R', '5 0 R'))
    return pdf.end(pdf.tableStream(7, root, said))
  },
  'object is in two object streams': () => {
    const pdf = begun()
    pdf.stream(4, textOf(honest))
    pdf.stream(5, textOf(forged))
    pdf.objectStream(6, { 3: page })
    const said = new Map(pdf.places)
    pdf.objectStream(8, { 3: page.replace('4 0 R', '5 0 R') })
    return pdf.end(pdf.tableStream(7, root, placesWith(pdf, ...said)))
  },
  'object streams have the same number': () => {
    const pdf = begun()
    pdf.stream(4, textOf(honest))
    pdf.stream(5, textOf(forged))
    pdf.objectStream(6, { 3: page })
    const said = new Map(pdf.places)
    pdf.objectStream(6, { 3: page.replace('4 0 R', '5 0 R') })
    return pdf.end(pdf.tableStream(7, root, said))
  },
  'object is in an earlier object stream with the same number': () => {
    const pdf = begun()
    pdf.stream(4, textOf(honest))
    pdf.stream(5, textOf(forged))
    pdf.objectStream(6, { 3: page.replace('4 0 R', '5 0 R') })
    pdf.objectStream(6, { 9: page })
    return pdf.end(pdf.tableStream(7, root))
  },
  'hybrid cross-reference points to an earlier version': () => {
    const pdf = begun()
    pdf.stream(4, textOf(honest))
    pdf.stream(5, textOf(forged))
    pdf.objectStream(6, { 3: page })
    const stream = pdf.tableStream(7, root, [[3, { inStream: 6, index: 0 }]])
    const places = new Map([...pdf.places].filter(([number]) => number !== 3))
    pdf.object(3, page.replace('4 0 R', '5 0 R'))
    return pdf.end(pdf.table(`${root}/XRefStm ${stream}`, places))
  },
  'last trailer differs from the referenced one': () => {
    const pdf = written()
    pdf.object(11, catalog.replace('2 0', '12 0'))
    pdf.object(12, pages.replace('3 0', '13 0'))
    pdf.object(13, page.replace('2 0', '12 0').replace('4 0', '14 0'))
    pdf.stream(14, textOf(forged))
    const table = pdf.table(root)
    pdf.table(root.replace('1 0 R', '11 0 R'))
    return pdf.end(table)
  },
  'object’s byte offset equals the number of an object stream that also contains it': () => {
    const pdf = new WrittenPdf()
    pdf.object(2, pages)
    pdf.stream(4, textOf(honest))
    pdf.stream(5, textOf(forged))
    pdf.objectStream(2000, { 3: page, 1: catalog })
    pdf.write(' '.repeat(2000 - pdf.offset))
    pdf.object(3, page.replace('4 0 R', '5 0 R'))
    return pdf.end(pdf.tableStream(7, root))
  },
  'object stream cuts an object short': () => {
    const pdf = begun()
    pdf.stream(4, textOf(honest))
    pdf.stream(44, textOf(forged))
    const members = `3 0 8 ${page.indexOf('4 0 R') + 1} `
    const data = `${members}${page}`
    pdf.stream(6, data, `/Type/ObjStm/N 2/First ${members.length}/Length ${data.length}`)
    return pdf.end(
      pdf.tableStream(7, root, placesWith(pdf, [3, { inStream: 6, index: 0 }], [8, { inStream: 6, index: 1 }])),
    )
  },
  'object stream decodes differently in different readers': () => {
    const pdf = begun()
    pdf.stream(4, textOf(honest))
    pdf.stream(5, textOf(forged))
    const width = 200
    const row = (text: string) => Buffer.from(text.padEnd(width), 'latin1')
    const [plain, difference] = [row(`   ${page}`), row(page.replace('4 0 R', '5 0 R'))]
    // The third row equals the second plus a difference. The library treats the difference as the object.
    const second = plain.map((byte, at) => byte - (difference[at] ?? 0))
    const rows = [
      [0, ...row(`3 ${2 * width - 4} `)],
      [0, ...second],
      [2, ...difference],
    ]
    const data = deflateSync(Buffer.from(rows.flat())).toString('latin1')
    const packed = `/Filter/FlateDecode/DecodeParms<</Predictor 12/Columns ${width}>>/Length ${data.length}`
    pdf.stream(6, data, `/Type/ObjStm/N 1/First 7${packed}`)
    return pdf.end(pdf.tableStream(7, root, placesWith(pdf, [3, { inStream: 6, index: 0 }])))
  },
  'content also appears in a stream, without a cross-reference': () => {
    const pdf = written(forged)
    const inner = `4 0 obj\n<</Length ${textOf(honest).length}>>\nstream\n${textOf(honest)}\nendstream\nendobj\n`
    pdf.stream(5, inner)
    pdf.write(`trailer\n<<${root}>>\n`)
    return pdf.end(0)
  },
  'content follows other characters on its line, without a cross-reference': () => {
    const pdf = begun()
    pdf.write('x ')
    pdf.stream(4, textOf(forged))
    pdf.write(`trailer\n<<${root}>>\n`)
    return pdf.end(0)
  },
  'cross-reference is truncated and whose content follows other characters on its line': () => {
    const pdf = begun()
    pdf.write('x ')
    pdf.stream(4, textOf(forged))
    const text = pdf.end(pdf.table(root)).toString('latin1')
    return Buffer.from(text.replace('\ntrailer', '\n9 trailer'), 'latin1')
  },
  'linearization names a different first page': () => linearized({ O: 13 }),
  'linearization declares too few pages': () => linearized({ N: 1 }),
  'linearization hides an update': () => updated(linearized({}), forged, true),
}

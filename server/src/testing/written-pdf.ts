import { deflateSync } from 'node:zlib'

/** An object's location in a cross-reference: a byte offset, an object stream, or none. */
export type Said = number | { readonly inStream: number; readonly index: number } | 'free'

/** Writes a PDF part by part, as a regular program or a forger would. */
export class WrittenPdf {
  #text = '%PDF-1.7\n'
  /** The correct location of each object, by number, as last written. */
  readonly places = new Map<number, Said>()

  /** The offset of the next part. */
  get offset(): number {
    return this.#text.length
  }

  write(text: string): number {
    const at = this.offset
    this.#text += text
    return at
  }

  object(number: number, value: string, generation = 0): number {
    const at = this.write(`${number} ${generation} obj\n${value}\nendobj\n`)
    this.places.set(number, at)
    return at
  }

  stream(number: number, data: string, dict = `/Length ${data.length}`): number {
    return this.object(number, `<<${dict}>>\nstream\n${data}\nendstream`)
  }

  /** Writes an object stream with these values, by object number. */
  objectStream(number: number, members: Readonly<Record<number, string>>, more = ''): number {
    const values = Object.values(members)
    const starts = values.map((_, index) => values.slice(0, index).join(' ').length + Math.min(index, 1))
    const head = Object.keys(members)
      .map((member, index) => `${member} ${starts[index]} `)
      .join('')
    const data = `${head}${values.join(' ')}`
    const at = this.stream(
      number,
      data,
      `/Type/ObjStm/N ${values.length}/First ${head.length}/Length ${data.length}${more}`,
    )
    for (const [index, member] of Object.keys(members).entries())
      this.places.set(Number(member), { inStream: number, index })
    return at
  }

  /** Writes a table with these locations or, by default, all objects' correct locations. */
  table(trailer: string, places: Iterable<readonly [number, Said]> = this.places): number {
    const at = this.write('xref\n0 1\n0000000000 65535 f \n')
    for (const [number, said] of places)
      if (typeof said === 'number') this.write(`${number} 1\n${String(said).padStart(10, '0')} 00000 n \n`)
      else if (said === 'free') this.write(`${number} 1\n0000000000 00001 f \n`)
    this.write(`trailer\n<<${trailer}>>\n`)
    return at
  }

  /** Writes a cross-reference stream with these locations, packed as most programs do. */
  tableStream(number: number, trailer: string, places: Iterable<readonly [number, Said]> = this.places): number {
    const said = [...places]
    const rows = said.map(([, place]) => rowOf(place))
    const above = [Buffer.alloc(6), ...rows]
    const predicted = rows.map((row, at) =>
      Buffer.from([2, ...row.map((byte, column) => byte - (above[at]?.[column] ?? 0))]),
    )
    const data = deflateSync(Buffer.concat(predicted)).toString('latin1')
    const index = said.map(([each]) => `${each} 1`).join(' ')
    const packed = '/Filter/FlateDecode/DecodeParms<</Predictor 12/Columns 6>>'
    return this.stream(
      number,
      data,
      `/Type/XRef/W[1 4 1]/Index[${index}]/Size 99${packed}/Length ${data.length}${trailer}`,
    )
  }

  /** Ends the file, with this offset as the start of its cross-reference. */
  end(start: number | string): Buffer {
    return Buffer.from(`${this.#text}startxref\n${start}\n%%EOF\n`, 'latin1')
  }
}

function rowOf(place: Said): Buffer {
  const row = Buffer.alloc(6)
  if (place === 'free') return row
  row[0] = typeof place === 'number' ? 1 : 2
  row.writeUInt32BE(typeof place === 'number' ? place : place.inStream, 1)
  row[5] = typeof place === 'number' ? 0 : place.index
  return row
}

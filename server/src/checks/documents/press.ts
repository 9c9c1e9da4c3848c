import { createHash } from 'node:crypto'
import * as fontkit from '@cantoo/fontkit'
import { PDFArray, PDFDict, PDFDocument, type PDFFont, PDFName, type PDFRef, PrintScaling } from '@cantoo/pdf-lib'
import { sheet } from '@check-requests/domain/checks/layouts.ts'
import { type MicrSymbol, micrCell, micrPaths, type OutlineStep } from '@check-requests/domain/checks/micr/glyphs.ts'
import { partsOfPng } from '../../platform/files/gray-png.ts'
import { readFont } from '../../platform/text/font-files.ts'
import type { Ink, Text } from './ink.ts'
import { type FontName, type Letters, lettersOf } from './letters.ts'

interface Loaded {
  readonly font: PDFFont
  /** The name by which the file refers to the font. */
  readonly name: string
  readonly codes: Map<string, string>
}

/**
 * Prints sheets into a PDF at the given coordinates. The same sheets give the same bytes: nothing depends on time,
 * randomness, or the machine.
 */
export class Press {
  readonly #document: PDFDocument
  readonly #letters: Letters
  readonly #fonts = new Map<string, Loaded>()
  readonly #symbols = new Map<MicrSymbol, PDFRef>()
  readonly #pictures = new Map<string, { readonly name: string; readonly ref: PDFRef }>()
  readonly #resources: PDFRef

  private constructor(document: PDFDocument, letters: Letters) {
    this.#document = document
    this.#letters = letters
    this.#resources = document.context.register(document.context.obj({ Font: {}, XObject: {} }))
  }

  /** Begins a file. PDF readers show `title`. `date` is the file's date, in milliseconds. */
  static async begin(letters: Letters, { title, date }: { title: string; date: number }): Promise<Press> {
    const document = await PDFDocument.create({ updateMetadata: false })
    document.registerFontkit(fontkit)
    document.setTitle(title, { showInWindowTitleBar: true })
    document.setLanguage('en-US')
    document.setCreationDate(new Date(date))
    document.setModificationDate(new Date(date))
    // PDF readers shrink pages to fit the printer unless a file disables that.
    document.catalog.getOrCreateViewerPreferences().setPrintScaling(PrintScaling.None)
    return new Press(document, letters)
  }

  /** Prints a sheet. */
  async print(inks: readonly Ink[]): Promise<void> {
    const parts: string[] = []
    for (const ink of inks) parts.push(await this.#operators(ink))
    const { context } = this.#document
    const page = this.#document.addPage([sheet.width, sheet.height])
    page.node.set(PDFName.of('Contents'), context.register(context.flateStream(parts.join('\n'))))
    page.node.set(PDFName.of('Resources'), this.#resources)
  }

  /** Finishes the file. Nothing can be printed to it afterward. */
  async save(): Promise<Uint8Array> {
    await this.#document.flush()
    for (const [key, loaded] of this.#fonts) this.#tag(key, loaded)
    const fonts = [...this.#fonts.values()].map(({ name, font }) => [name, font.ref] as const)
    const symbols = [...this.#symbols].map(([symbol, ref]) => [nameOf(symbol), ref] as const)
    const pictures = [...this.#pictures.values()].map(({ name, ref }) => [name, ref] as const)
    const { context } = this.#document
    context.assign(
      this.#resources,
      context.obj({ Font: Object.fromEntries(fonts), XObject: Object.fromEntries([...symbols, ...pictures]) }),
    )
    return this.#document.save({ addDefaultPage: false })
  }

  async #operators(ink: Ink): Promise<string> {
    if (ink.kind === 'text') return this.#text(ink)
    if (ink.kind === 'symbol') {
      this.#provide(ink.symbol)
      return `q 1 0 0 1 ${at(ink.x)} ${up(ink.y)} cm /${nameOf(ink.symbol)} Do Q`
    }
    if (ink.kind === 'picture')
      return `q ${at(ink.width)} 0 0 ${at(ink.height)} ${at(ink.x)} ${up(ink.y + ink.height)} cm /${this.#picture(ink.png)} Do Q`
    if (ink.kind === 'frame')
      return `${at(ink.gray)} G 0.75 w ${at(ink.x)} ${up(ink.y + ink.height)} ${at(ink.width)} ${at(ink.height)} re S`
    const [from, to] = [ink.from, ink.to].map(([x, y]) => `${at(x)} ${up(y)}`)
    return `${at(ink.gray)} G ${at(ink.width)} w ${from} m ${to} l S`
  }

  /** The PDF operators for a text, with a run for each font that its characters need. */
  async #text({ x, y, text, size, weight, gray, turned }: Text): Promise<string> {
    const runs: { loaded: Loaded; codes: string; width: number }[] = []
    for (const letter of lettersOf(text)) {
      const face = this.#letters.faceOf(letter, weight)
      if (!face) throw new Error(`No font has the character ${letter}.`)
      const loaded = await this.#load(face.font)
      const last = runs.at(-1)
      const run = last?.loaded === loaded ? last : { loaded, codes: '', width: 0 }
      if (run !== last) runs.push(run)
      run.codes += codeOf(loaded, letter)
      run.width += face.width * size
    }
    const [cosine, sine] = [Math.cos((turned * Math.PI) / 180), Math.sin((turned * Math.PI) / 180)]
    let done = 0
    const shown = runs.map(({ loaded, codes, width }) => {
      const matrix = [cosine, sine, -sine, cosine, x + done * cosine, sheet.height - y + done * sine].map(at).join(' ')
      done += width
      return `/${loaded.name} ${at(size)} Tf ${matrix} Tm <${codes}> Tj`
    })
    return `BT ${at(gray)} g ${shown.join(' ')} ET`
  }

  async #load({ script, weight }: FontName): Promise<Loaded> {
    const key = `${script} ${weight}`
    const known = this.#fonts.get(key)
    if (known) return known
    const font = await this.#document.embedFont(await readFont(script, weight), { subset: true })
    const loaded = { font, name: `F${this.#fonts.size}`, codes: new Map<string, string>() }
    this.#fonts.set(key, loaded)
    return loaded
  }

  /** The name of a picture, which a file contains once. */
  #picture(png: string): string {
    const known = this.#pictures.get(png)
    if (known) return known.name
    const { width, height, depth, data } = partsOfPng(Buffer.from(png, 'base64'))
    const { context } = this.#document
    const image = context.stream(data, {
      Type: 'XObject',
      Subtype: 'Image',
      Width: width,
      Height: height,
      ColorSpace: 'DeviceGray',
      BitsPerComponent: depth,
      Filter: 'FlateDecode',
      DecodeParms: { Predictor: 15, Colors: 1, BitsPerComponent: depth, Columns: width },
    })
    const name = `Picture${this.#pictures.size}`
    this.#pictures.set(png, { name, ref: context.register(image) })
    return name
  }

  /** Marks a font as a subset, by six capital letters that stand for its characters. */
  #tag(key: string, { font, codes }: Loaded): void {
    const tag = [
      ...createHash('sha256')
        .update(`${key} ${[...codes.keys()].sort().join('')}`)
        .digest()
        .subarray(0, 6),
    ]
      .map((byte) => String.fromCharCode(65 + (byte % 26)))
      .join('')
    const name = PDFName.of(`${tag}+${font.name}`)
    const { context } = this.#document
    const whole = context.lookup(font.ref, PDFDict)
    const part = whole.lookup(PDFName.of('DescendantFonts'), PDFArray).lookup(0, PDFDict)
    for (const dict of [whole, part]) dict.set(PDFName.of('BaseFont'), name)
    part.lookup(PDFName.of('FontDescriptor'), PDFDict).set(PDFName.of('FontName'), name)
  }

  #provide(symbol: MicrSymbol): void {
    if (this.#symbols.has(symbol)) return
    const { context } = this.#document
    const form = context.flateStream(pathsOf(symbol), {
      Type: 'XObject',
      Subtype: 'Form',
      BBox: [-micrCell, -micrCell, 8 * micrCell, 10 * micrCell],
    })
    this.#symbols.set(symbol, context.register(form))
  }
}

function codeOf({ codes, font }: Loaded, letter: string): string {
  const known = codes.get(letter)
  if (known !== undefined) return known
  const code = font.encodeText(letter).asString()
  codes.set(letter, code)
  return code
}

function nameOf(symbol: MicrSymbol): string {
  return `Micr-${symbol}`
}

/** The PDF paths of a MICR symbol, filled black by the even-odd rule. */
function pathsOf(symbol: MicrSymbol): string {
  const paths = micrPaths(symbol).map((steps) => `${steps.map(stepOf).join(' ')} h`)
  return `0 g ${paths.join(' ')} f*`
}

function stepOf(step: OutlineStep): string {
  const points = step.kind === 'curve' ? [...step.handles, step.to] : [step.to]
  const numbers = points.flatMap(([x, y]) => [x * micrCell, y * micrCell]).map(at)
  return `${numbers.join(' ')} ${{ move: 'm', line: 'l', curve: 'c' }[step.kind]}`
}

/** Converts a height to PDF notation, which measures from the lower edge. */
function up(y: number): string {
  return at(sheet.height - y)
}

/** Converts a number to PDF notation, rounded to a ten-thousandth. */
function at(number: number): string {
  return String(Math.round(number * 10_000) / 10_000)
}

import {
  amountInWords,
  type CheckFace,
  type CheckFile,
  dateOnCheck,
  hasMicr,
  markTexts,
  payeeLine,
} from '@check-requests/domain/checks/front.ts'
import {
  checkFields,
  checkSize,
  clearBelow,
  type FieldName,
  logoSpace,
  shiftOf,
} from '@check-requests/domain/checks/layouts.ts'
import { micrBaseline, micrLine, placedSymbols } from '@check-requests/domain/checks/micr/line.ts'
import { centsToDollars, formatDollars } from '@check-requests/domain/values/money.ts'
import { partsOfPng } from '../../platform/files/gray-png.ts'
import { type Ink, moved, rule, text } from './ink.ts'
import { cutBlock, cutLine, type Fitted, fitBlock, fitLine, fitWords, type Letters } from './letters.ts'

/** The distance between two lines of wrapped text in the smallest size, in points. */
const smallPitch = 8

/** Composes the content of one check, measured from its upper left corner. */
export class CheckDrawing {
  readonly #letters: Letters
  readonly #file: Pick<CheckFile, 'stock' | 'mark'>
  readonly #face: CheckFace
  /** True for copies, which are printed on plain paper regardless of the check stock. */
  readonly #isBlank: boolean
  readonly #hasMicr: boolean
  readonly #ink: Ink[] = []
  readonly #refusals: string[] = []

  constructor(letters: Letters, file: Pick<CheckFile, 'stock' | 'mark'>, face: CheckFace) {
    this.#letters = letters
    this.#file = file
    this.#face = face
    this.#isBlank = file.stock.paper === 'blank' || file.mark === 'copy'
    this.#hasMicr = hasMicr(file.stock, file.mark)
  }

  /** The printed items, and the reasons why the check can't be printed, as sentences. */
  compose(): { readonly ink: readonly Ink[]; readonly refusals: readonly string[] } {
    this.#mark()
    if (this.#isBlank) this.#form()
    this.#words()
    this.#line('date', dateOnCheck(this.#face.date, this.#file.stock.dateForm ?? 'short'))
    this.#payee()
    this.#amount()
    this.#address()
    this.#memo()
    this.#signatures()
    this.#voidAfter()
    if (this.#hasMicr) this.#micr()
    return { ink: this.#ink, refusals: this.#refusals }
  }

  #put(name: FieldName, ...ink: Ink[]): void {
    const shift = shiftOf({ ...this.#file.stock.offsets, x: 0, y: 0 }, name)
    this.#ink.push(...ink.map((one) => moved(one, shift)))
  }

  #refuse(sentence: string): void {
    this.#refusals.push(sentence)
  }

  /** One line at the left or right edge of the field. */
  #line(name: FieldName, words: string, weight: 'normal' | 'bold' = 'normal'): void {
    const field = checkFields[name]
    const { size, line } = cutLine(this.#letters, words, { ...field, weight })
    const width = field.align === 'right' ? this.#letters.widthOf(line, size, weight) : field.width
    this.#put(name, text(field.x + field.width - width, field.baseline, line, size, { weight }))
  }

  /** One line, or two in the smallest size. The second of two lines is close to the position of a single line. */
  #lines(name: FieldName, { size, lines }: Fitted): void {
    const { x, baseline } = checkFields[name]
    const low = lines.length > 1 ? baseline + 1 : baseline
    for (const [index, line] of lines.entries())
      this.#put(name, text(x, low - (lines.length - 1 - index) * smallPitch, line, size))
  }

  #block(name: FieldName, lines: readonly string[], pitch: number, first: 'normal' | 'bold', indent = 0): boolean {
    const { width, height, size } = checkFields[name]
    const fitted = fitBlock(this.#letters, lines, { width: width - indent, height, size, pitch, weight: first })
    if (fitted !== undefined) this.#fill(name, fitted, pitch, first, indent)
    return fitted !== undefined
  }

  #fill(name: FieldName, fitted: Fitted, pitch: number, first: 'normal' | 'bold', indent = 0): void {
    const field = checkFields[name]
    const top = field.baseline - (field.size - fitted.size)
    for (const [index, line] of fitted.lines.entries())
      this.#put(
        name,
        text(field.x + indent, top + index * fitted.size * pitch, line, fitted.size, {
          weight: index === 0 ? first : 'normal',
        }),
      )
  }

  /** The parts of the form that pre-printed stock already has. */
  #form(): void {
    const { stock } = this.#file
    const { payer, bank, fraction } = stock
    const { date, payee, amount, words, memo } = checkFields
    if (!this.#block('payer', [payer.name, ...payer.addressLines], 1.2, 'bold', this.#logo()))
      this.#refuse(`The payer name and address (${payer.name}) don’t fit on a check. Shorten them in the account.`)
    if (!this.#block('bank', [bank.name, bank.place], 1.15, 'normal'))
      this.#refuse(`The bank name and location (${bank.name}) don’t fit on a check. Shorten them in the account.`)
    if (fraction !== null) this.#line('fraction', fraction)
    this.#line('number', String(this.#face.number), 'bold')
    this.#put('date', this.#before('DATE', 476, date.baseline), rule(date.x, date.baseline + 3, date.width))
    this.#put('payee', text(20, 94, 'PAY TO THE', 7), text(20, 102, 'ORDER OF', 7), rule(payee.x, 106, payee.width))
    this.#put('amount', { kind: 'frame', ...amount, gray: 0 }, text(479.5, 101, '$', 11, { weight: 'bold' }))
    this.#put('words', rule(words.x, 136.5, words.width), text(544, words.baseline, 'DOLLARS', 7))
    if (this.#face.memo !== null) this.#put('memo', text(memo.x, memo.y - 3, 'MEMO', 7))
  }

  /** Prints the logo as large as its space allows. Returns the space that it takes from the payer. */
  #logo(): number {
    const { logo: png } = this.#file.stock
    if (png === undefined) return 0
    const picture = partsOfPng(Buffer.from(png, 'base64'))
    const scale = Math.min(logoSpace.width / picture.width, logoSpace.height / picture.height)
    const [width, height] = [picture.width * scale, picture.height * scale]
    const y = logoSpace.y + (logoSpace.height - height) / 2
    this.#put('payer', { kind: 'picture', x: logoSpace.x, y, width, height, png })
    return width + 8
  }

  #before(caption: string, right: number, y: number): Ink {
    return text(right - this.#letters.widthOf(caption, 7), y, caption, 7)
  }

  #words(): void {
    const fitted = fitWords(this.#letters, amountInWords(this.#face.amount), checkFields.words)
    if (fitted) this.#lines('words', fitted)
    else this.#refuse('The amount in words doesn’t fit on a check. Split the payment.')
  }

  #payee(): void {
    const line = payeeLine(this.#face)
    const fitted = fitLine(this.#letters, line, checkFields.payee)
    if (fitted) this.#lines('payee', fitted)
    else
      this.#refuse(
        `The payee name “${line}” doesn’t fit on a check, even in the smallest type on two lines. Shorten the name.`,
      )
  }

  #amount(): void {
    const field = checkFields.amount
    const width = field.width - 6
    const words = `**${formatDollars(centsToDollars(this.#face.amount)).slice(1)}`
    const { size, line } = cutLine(this.#letters, words, { width, size: field.size, weight: 'bold' })
    const x = field.x + field.width - 3 - this.#letters.widthOf(line, size, 'bold')
    this.#put('amount', text(x, field.baseline, line, size, { weight: 'bold' }))
  }

  #address(): void {
    const { payees, addressLines } = this.#face
    if (addressLines.length === 0) return
    const names = [payees, [payeeLine(this.#face)]]
    if (!names.some((lines) => this.#block('address', [...lines, ...addressLines], 1.1, 'normal')))
      this.#refuse(`The address of ${payees[0]} doesn’t fit in an envelope window. Shorten it, or use fewer lines.`)
  }

  #memo(): void {
    const { memo } = this.#face
    if (memo === null) return
    const pitch = 1.15
    this.#fill('memo', cutBlock(this.#letters, memo, { ...checkFields.memo, pitch }), pitch, 'normal')
  }

  #signatures(): void {
    for (const [index, name] of this.#face.signers.entries()) {
      const field = index === 0 ? 'signature1' : 'signature2'
      const { x, width, baseline, size } = checkFields[field]
      if (!this.#isBlank) continue
      const fitted = cutLine(this.#letters, name || 'AUTHORIZED SIGNATURE', { width, size })
      this.#put(field, rule(x, baseline, width), text(x, baseline + 8, fitted.line, size))
    }
  }

  #voidAfter(): void {
    const { voidAfterDays } = this.#file.stock
    if (voidAfterDays !== null) this.#line('voidAfter', `VOID AFTER ${voidAfterDays} DAYS`)
  }

  #micr(): void {
    const { routingNumber, accountNumber, micr } = this.#file.stock
    if (micr === null) return
    const made = micrLine({ routingNumber, accountNumber, checkNumber: this.#face.number, template: micr })
    if ('refusal' in made) this.#refuse(made.refusal)
    else this.#symbols(made.line)
  }

  #symbols(line: string): void {
    for (const { symbol, left } of placedSymbols(line, checkSize.width))
      this.#put('micr', { kind: 'symbol', symbol, x: left, y: checkSize.height - micrBaseline })
  }

  /** A large gray mark across the check, beneath everything else and above the clear band. */
  #mark(): void {
    const words = markTexts[this.#file.mark]
    if (words === '') return
    const angle = 12
    const size = 500 / this.#letters.widthOf(words, 1, 'bold')
    const low = clearBelow(this.#hasMicr) - 20
    this.#ink.push(text(56, low, words, size, { weight: 'bold', gray: 0.8, turned: angle }))
  }
}

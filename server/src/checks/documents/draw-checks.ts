import type { CheckFace, CheckFile } from '@check-requests/domain/checks/face.ts'
import { layoutOf, shiftOf } from '@check-requests/domain/checks/layouts.ts'
import { CheckDrawing } from './compose-check.ts'
import { composeList, composeStub } from './compose-stub.ts'
import { type Ink, moved } from './ink.ts'
import type { Letters } from './letters.ts'
import type { Press } from './press.ts'

/**
 * Prints the checks of a run, one after the other; the lists that their stubs refer to come last, for plain paper.
 */
export class CheckPrinting {
  readonly #press: Press
  readonly #letters: Letters
  readonly #file: Pick<CheckFile, 'stock' | 'mark'>
  readonly #lists: Ink[][] = []
  #sheet: CheckFace[] = []

  constructor(press: Press, letters: Letters, file: Pick<CheckFile, 'stock' | 'mark'>) {
    this.#press = press
    this.#letters = letters
    this.#file = file
  }

  async add(face: CheckFace): Promise<void> {
    this.#sheet.push(face)
    if (this.#sheet.length === layoutOf(this.#file.stock.layout).checks.length) await this.#finishSheet()
  }

  async finish(): Promise<void> {
    if (this.#sheet.length > 0) await this.#finishSheet()
    for (const page of this.#lists) await this.#press.print(page)
  }

  async #finishSheet(): Promise<void> {
    const { layout, offsets } = this.#file.stock
    const { checks, stubs } = layoutOf(layout)
    const ink = this.#sheet.flatMap((face, index) => [
      ...this.#check(face).map((one) => moved(one, { x: 0, y: checks[index] ?? 0 })),
      ...stubs.flatMap(({ y }) => this.#stub(face).map((one) => moved(one, { x: 0, y }))),
    ])
    for (const face of stubs.length > 0 ? this.#sheet : []) this.#addList(face)
    this.#sheet = []
    await this.#press.print(ink.map((one) => moved(one, shiftOf(offsets))))
  }

  #check(face: CheckFace): readonly Ink[] {
    const { ink, refusals } = new CheckDrawing(this.#letters, this.#file, face).compose()
    if (refusals.length > 0) throw new Error(`Check ${face.number} cannot be printed. ${refusals.join(' ')}`)
    return ink
  }

  #stub(face: CheckFace): readonly Ink[] {
    return composeStub(this.#letters, face).ink
  }

  #addList(face: CheckFace): void {
    if (!composeStub(this.#letters, face).isWhole) this.#lists.push(...composeList(this.#letters, face))
  }
}

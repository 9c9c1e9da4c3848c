import {
  fieldsReadTwice,
  fieldsReadTwiceInPictures,
  isSameReading,
  placeToReadAgain,
  vinOfBoth,
} from '@check-requests/domain/documents/readings/filling.ts'
import type { DocumentFlag, KindOfDocument } from '@check-requests/domain/documents/readings/kinds.ts'
import type { Box, ReadPage, Word } from '@check-requests/domain/documents/readings/page-layout.ts'
import type { KnownNames } from '@check-requests/domain/documents/readings/payees.ts'
import {
  type FieldCandidate,
  type ReadingField,
  type UnderstoodDocument,
  understand,
} from '@check-requests/domain/documents/readings/understand.ts'
import { Pages, readTextLayer } from './pages.ts'
import { type Picture, type PreparedPicture, prepare } from './picture.ts'
import { bothWords, FirstReader, isSamePlace, NotInstalled, SecondReader } from './readers.ts'
import { combinedOf, type Homography, moved } from './sheet.ts'

export interface ReadingOrders {
  readonly type: string
  readonly known: KnownNames
}

/** Four corners as shares of the page as it is shown: x and y of each, from the upper left one clockwise. */
export type Polygon = readonly number[]

export interface ReadCandidate {
  readonly value: string
  readonly text: string
  readonly page: number
  readonly polygon: Polygon
  readonly score: number
  readonly certainty: number
  readonly agreed: boolean | null
}

export interface ReadDocument {
  readonly pages: readonly number[]
  readonly kind: KindOfDocument
  readonly flags: readonly DocumentFlag[]
  readonly fields: Readonly<Partial<Record<ReadingField, readonly ReadCandidate[]>>>
}

export interface Reading {
  /** What the words come from: the text layer, pictures, or nothing where the part that reads pictures is missing. */
  readonly reader: 'text' | 'picture' | 'none'
  readonly documents: readonly ReadDocument[]
  readonly words: readonly (readonly [page: number, text: string, ...polygon: number[]])[]
}

const mostPages = { first: 3, last: 2 } as const
const fewestWords = 4
const [asBlock, anywhere] = [6, 11]
const pointsAcross = 612

/** A page with what is needed to look at it again. */
interface SeenPage {
  readonly page: ReadPage
  readonly toShown: Homography
  readonly picture: (() => Promise<{ picture: Picture; perPoint: number }>) | undefined
  /** For a recognized page: the page with what a second look finds. */
  readonly again?: () => SeenPage
}

/** Reads a document: the text layer where there is one, and otherwise what is to be seen on its pages. */
export async function readDocument(file: Uint8Array, { type, known }: ReadingOrders): Promise<Reading> {
  const reader = new DocumentReader(file, type)
  try {
    let seen = await reader.pages()
    let first = understand(pagesOf(seen), known)
    if (first.some(isThin)) {
      seen = seen.map((one) => one.again?.() ?? one)
      first = understand(pagesOf(seen), known)
    }
    const understood = await reader.withNameInPicture(seen, first, known)
    const documents: ReadDocument[] = []
    for (const one of understood) documents.push(await reader.checked(one, seen))
    const isText = seen.some(({ page }) => page.from === 'text' && page.words.length >= fewestWords)
    const readFrom = reader.isMissing ? 'none' : 'picture'
    return { reader: isText ? 'text' : readFrom, documents, words: seen.flatMap(wordsOf) }
  } finally {
    reader.close()
  }
}

function pagesOf(seen: readonly SeenPage[]): ReadPage[] {
  return seen.map(({ page }) => page)
}

/** True for a document that lacks something that nearly all documents of its kind have. */
function isThin({ kind, fields }: UnderstoodDocument): boolean {
  const lacks = (field: ReadingField, score: number) => (fields[field]?.[0]?.score ?? 0) < score
  return (
    lacks('amount', 66) ||
    lacks('payee_name', 50) ||
    (kind === 'invoice' && (lacks('invoice_number', 70) || lacks('payee_address', 80)))
  )
}

function wordsOf({ page, toShown }: SeenPage): [number, string, ...number[]][] {
  return page.words.map((word) => [page.number, word.text, ...polygonOf(word, toShown)])
}

function polygonOf({ left, top, right, bottom }: Box, toShown: Homography): number[] {
  const corners = [
    [left, top],
    [right, top],
    [right, bottom],
    [left, bottom],
  ] as const
  return corners
    .flatMap(([x, y]) => moved(toShown, x, y))
    .map((share) => Math.round(Math.min(1, Math.max(0, share)) * 1e4) / 1e4)
}

function pagesToRead(count: number): number[] {
  const all = Array.from({ length: count }, (_, at) => at + 1)
  return all.filter((number) => number <= mostPages.first || number > count - mostPages.last)
}

/** Loads what nearly every document needs. What isn't installed is missed once a document needs it. */
export async function loadLibraries(): Promise<void> {
  await Promise.allSettled([Pages.load(), SecondReader.open()])
}

/** Opens each library only if the document needs it. */
class DocumentReader {
  readonly #file: Uint8Array
  readonly #type: string
  #drawing: Promise<Pages> | undefined
  #first: Promise<FirstReader> | undefined
  #second: Promise<SecondReader> | undefined
  isMissing = false

  constructor(file: Uint8Array, type: string) {
    this.#file = file
    this.#type = type
  }

  async pages(): Promise<SeenPage[]> {
    const pages = this.#isPdf ? await readTextLayer(this.#file, pagesToRead) : [emptyPage]
    const seen: SeenPage[] = []
    for (const page of pages) seen.push(page.words.length < fewestWords ? await this.#seen(page) : this.#fromText(page))
    return seen
  }

  get #isPdf(): boolean {
    return this.#type === 'application/pdf'
  }

  #fromText(page: ReadPage): SeenPage {
    const toShown = [1 / page.width, 0, 0, 0, 1 / page.height, 0, 0, 0, 1]
    const picture = async () => {
      const drawn = await (await this.#pages()).draw(page.number)
      return { picture: drawn, perPoint: drawn.perPoint }
    }
    return { page, toShown, picture }
  }

  async #seen(page: ReadPage): Promise<SeenPage> {
    try {
      const drawn = await (await this.#pages()).draw(page.number)
      const prepared = prepare(drawn, !this.#isPdf)
      this.#first ??= FirstReader.open()
      const first = await this.#first
      const words = first.read(prepared, asBlock)
      const seen = seenPage(page.number, drawn, prepared, words)
      const again = () => seenPage(page.number, drawn, prepared, bothWords(words, first.read(prepared, anywhere)))
      return words.length < fewestWords ? again() : { ...seen, again }
    } catch (error) {
      if (!(error instanceof NotInstalled)) throw error
      this.isMissing = true
      return this.#fromText(page)
    }
  }

  #pages(): Promise<Pages> {
    this.#drawing ??= Pages.open(this.#file, this.#type)
    return this.#drawing
  }

  /** Looks for the payee's name in the upper part of a page whose text has none, since logos are pictures. */
  async withNameInPicture(
    seen: readonly SeenPage[],
    understood: UnderstoodDocument[],
    known: KnownNames,
  ): Promise<UnderstoodDocument[]> {
    const [first] = seen
    const names = understood[0]?.fields.payee_name ?? []
    if (first?.page.from !== 'text' || first.page.words.length < fewestWords || (names[0]?.score ?? 0) >= 50)
      return understood
    if (understood[0]?.kind === 'nothing' || !first.picture) return understood
    try {
      const { picture, perPoint } = await first.picture()
      const height = Math.round(picture.height * 0.22)
      const top = { width: picture.width, height, pixels: picture.pixels.subarray(0, picture.width * height) }
      this.#first ??= FirstReader.open()
      const words = (await this.#first).read(prepare(top, false), anywhere).map((word) => scaled(word, 1 / perPoint))
      const added = words.filter(
        (word) => word.certainty > 60 && !first.page.words.some((other) => isSamePlace(word, other)),
      )
      const page = { ...first.page, words: [...first.page.words, ...added] }
      return understand([page, ...seen.slice(1).map((one) => one.page)], known)
    } catch (error) {
      if (error instanceof NotInstalled) return understood
      throw error
    }
  }

  /** Adds what the second reader says about the values that count. */
  async checked(document: UnderstoodDocument, seen: readonly SeenPage[]): Promise<ReadDocument> {
    const fields: Partial<Record<ReadingField, ReadCandidate[]>> = {}
    for (const [field, candidates] of Object.entries(document.fields) as [ReadingField, readonly FieldCandidate[]][]) {
      const checked: ReadCandidate[] = []
      for (const [at, candidate] of candidates.entries()) {
        const from = seen.find(({ page }) => page.number === candidate.page)
        const read = from && at < 2 ? await this.#readAgain(field, candidate, from) : null
        checked.push(readCandidate(...confirmed(field, candidate, read), from))
      }
      fields[field] = checked
    }
    return { pages: document.pages, kind: document.kind, flags: document.flags, fields }
  }

  /** What the second reader sees at a value's place, or null if it doesn't look there. */
  async #readAgain(field: ReadingField, candidate: FieldCandidate, from: SeenPage): Promise<string | null> {
    const fields = from.page.from === 'text' ? fieldsReadTwice : fieldsReadTwiceInPictures
    if (!fields.includes(field) || !from.picture) return null
    try {
      const { picture, perPoint } = await from.picture()
      this.#second ??= SecondReader.open()
      const { from: source, words } = from.page
      const place = source === 'text' ? candidate.box : placeToReadAgain(field, candidate.box, words)
      const box = scaled({ ...place, text: '', certainty: 0 }, perPoint)
      return await (await this.#second).read(picture, box)
    } catch (error) {
      if (error instanceof NotInstalled) return null
      throw error
    }
  }

  close(): void {
    void this.#drawing?.then(
      (pages) => pages.close(),
      () => undefined,
    )
  }
}

/** A candidate with what the second reader's text says about it. */
function confirmed(
  field: ReadingField,
  candidate: FieldCandidate,
  read: string | null,
): [FieldCandidate, boolean | null] {
  if (read === null) return [candidate, null]
  const vin = field === 'vin' ? vinOfBoth(candidate.text, read) : undefined
  if (vin) return [{ ...candidate, value: vin, score: Math.max(95, candidate.score) }, true]
  return [candidate, isSameReading(field, candidate, read)]
}

const emptyPage: ReadPage = { number: 1, width: pointsAcross, height: 792, from: 'text', words: [] }

function seenPage(number: number, drawn: Picture, prepared: PreparedPicture, words: readonly Word[]): SeenPage {
  const perPoint = prepared.width / pointsAcross
  const page: ReadPage = {
    number,
    width: pointsAcross,
    height: prepared.height / perPoint,
    from: 'picture',
    words: words.map((word) => scaled(word, 1 / perPoint)),
  }
  const toPixels = combinedOf(prepared.toOriginal, [perPoint, 0, 0, 0, perPoint, 0, 0, 0, 1])
  const toShown = combinedOf([1 / drawn.width, 0, 0, 0, 1 / drawn.height, 0, 0, 0, 1], toPixels)
  return { page, toShown, picture: async () => ({ picture: prepared, perPoint }) }
}

function scaled(word: Word, by: number): Word {
  const { text, certainty, left, top, right, bottom } = word
  return { text, certainty, left: left * by, top: top * by, right: right * by, bottom: bottom * by }
}

function readCandidate(
  { value, text, page, box, score, certainty }: FieldCandidate,
  agreed: boolean | null,
  from: SeenPage | undefined,
): ReadCandidate {
  return {
    value,
    text,
    page,
    polygon: from ? polygonOf(box, from.toShown) : [],
    score: Math.round(score),
    certainty: Math.round(certainty),
    agreed,
  }
}

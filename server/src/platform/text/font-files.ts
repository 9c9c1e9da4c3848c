import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'

/** The scripts that checks can show, each in its own Noto Sans file. The first one also has digits and signs. */
export const scripts = ['latin', 'latin-ext', 'greek', 'cyrillic', 'vietnamese', 'cyrillic-ext'] as const
export type Script = (typeof scripts)[number]

const weights = { normal: 400, bold: 700 } as const
export type Weight = keyof typeof weights

const { resolve } = createRequire(import.meta.url)

/** Reads a font file. */
export function readFont(script: Script, weight: Weight): Promise<Buffer> {
  return readFontFile({ library: main.name, subset: script }, weight)
}

/** One file in a font library: the characters of one script, or a hundred of the thousands of Han characters. */
export interface FontFile {
  readonly library: string
  readonly subset: string
}

/** Returns true if a font has a bold weight. Most libraries ship only one weight. */
export function hasBold({ library }: FontFile): boolean {
  return library === main.name
}

export function readFontFile(file: FontFile, weight: Weight): Promise<Buffer> {
  const { library, subset } = file
  const shipped = hasBold(file) ? weights[weight] : weights.normal
  return readFile(resolve(`@fontsource/${library}/files/${library}-${subset}-${shipped}-normal.woff`))
}

/** A font library, and which of its files are read. The others repeat characters that Noto Sans has. */
interface Library {
  readonly name: string
  readonly subsets: RegExp
  /**
   * Set if the library's list omits most of the font's characters, so that only the font itself shows which characters
   * it has.
   */
  readonly isListedInPart?: true
}

const main: Library = { name: 'noto-sans', subsets: /./ }

// The scripts that Unicode recommends for everyday use, and two from North America.
const ofOneScript: readonly Library[] = [
  ...['hebrew', 'arabic', 'thaana', 'bengali', 'gurmukhi', 'gujarati', 'oriya', 'tamil', 'telugu', 'kannada'],
  ...['malayalam', 'sinhala', 'thai', 'lao', 'khmer', 'myanmar', 'georgian', 'armenian', 'ethiopic'],
  ...['cherokee', 'canadian-aboriginal'],
].map((script) => ({ name: `noto-sans-${script}`, subsets: new RegExp(`^${script}$`) }))

const tibetan: Library = { name: 'noto-serif-tibetan', subsets: /^tibetan$/ }

const hanOrder = ['sc', 'tc', 'jp', 'kr'] as const
export type HanLanguage = (typeof hanOrder)[number]

// Languages that write the same Han character differently, and the characters that identify each language.
const signsOfLanguages: readonly (readonly [HanLanguage, RegExp])[] = [
  ['jp', /[\p{sc=Hira}\p{sc=Kana}]/u],
  ['kr', /\p{sc=Hang}/u],
  ['tc', /\p{sc=Bopo}/u],
]

/** Returns the language whose Han characters a text should use. */
export function hanLanguageOf(text: string): HanLanguage {
  const [language = hanOrder[0]] = signsOfLanguages.find(([, signs]) => signs.test(text)) ?? []
  return language
}

const pictures: readonly Library[] = [
  { name: 'noto-emoji', subsets: /^\d+$/ },
  { name: 'noto-sans-symbols', subsets: /^symbols$/ },
  { name: 'noto-sans-symbols-2', subsets: /^(symbols|math|braille)$/ },
  { name: 'noto-sans-math', subsets: /./, isListedInPart: true },
]

function librariesFor(language: HanLanguage): Library[] {
  const languages = [language, ...hanOrder.filter((other) => other !== language)]
  const han = languages.map((one) => ({ name: `noto-sans-${one}`, subsets: /^\d+$/ }))
  return [main, ...ofOneScript, tibetan, ...han, ...pictures]
}

/** The packages that fonts are read from, and a check of whether a file in one is used, for packaging. */
export function fontPackages(): { name: string; isRead: (file: string) => boolean }[] {
  return librariesFor(hanOrder[0]).map((library) => {
    const shipped = library === main ? '(?:400|700)' : '400'
    const font = new RegExp(`^files/${library.name}-(.+)-${shipped}-normal\\.woff$`)
    return {
      name: `@fontsource/${library.name}`,
      isRead: (file) => file === 'unicode.json' || library.subsets.test(font.exec(file)?.[1] ?? ''),
    }
  })
}

interface ListedFile extends FontFile {
  readonly ranges: readonly (readonly [first: number, last: number])[]
}

/** Finds the fonts that have a character by the lists in their packages, so that no other font is read. */
export class FontFiles {
  readonly #lists = new Map<string, Promise<readonly ListedFile[]>>()

  /** Yields the files that list a character, best first. */
  async *filesWith(letter: number, language: HanLanguage): AsyncGenerator<FontFile> {
    for (const library of librariesFor(language)) {
      const list = this.#lists.get(library.name) ?? readList(library)
      this.#lists.set(library.name, list)
      for (const file of await list)
        if (library.isListedInPart || file.ranges.some(([first, last]) => letter >= first && letter <= last)) yield file
    }
  }
}

async function readList({ name, subsets }: Library): Promise<ListedFile[]> {
  const list: Record<string, string> = JSON.parse(await readFile(resolve(`@fontsource/${name}/unicode.json`), 'utf8'))
  const files = Object.entries(list).map(([key, ranges]) => {
    // Numbered files have brackets in their names.
    return { library: name, subset: key.replaceAll(/[[\]]/g, ''), ranges: ranges.split(',').map(rangeOf) }
  })
  const places = new Map<string, number>(scripts.map((script, place) => [script, place]))
  const placeOf = ({ subset }: FontFile) => places.get(subset) ?? scripts.length
  return files.filter(({ subset }) => subsets.test(subset)).sort((one, other) => placeOf(one) - placeOf(other))
}

/** Parses `U+600-6FF` or `U+20AC`. */
function rangeOf(text: string): [first: number, last: number] {
  const [first = '', last = first] = text.trim().slice(2).split('-')
  return [Number.parseInt(first, 16), Number.parseInt(last, 16)]
}

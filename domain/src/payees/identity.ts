import { withoutHidden } from '../values/hidden-characters.ts'

/**
 * Letters that look like Latin ones, from Unicode's confusables (UTS 39), for alphabets used in names, without
 * right-to-left scripts. A letter missing here uses the row of its other case.
 */
const lookAlikes: ReadonlyMap<string, string> = new Map(
  Object.entries({
    a: 'ɑΑАᎪẚꓮ',
    b: 'ƀƂƄɓΒБВЬѢҌᏏᏴꓐꞴ',
    c: 'ȼϲСҪᏟᴄⲤꓚ',
    d: 'ÐĐƉƌɗԁᎠᏧꓒꓓ',
    e: 'ɆΕЕҽҿᎬꓰꬲ',
    f: 'ƑϜքᵮẝꓝꞘꬵ',
    g: 'ƍǤɠɡԌցᏀᏳᶃꓖ',
    h: 'ĦɦΗНћҢһӇӉհᎻᏂᏲᵸⱧⲎꓧꚕ',
    i: 'ıƖƗɪΙІӀᎥᵻᵼⲒꓲꙇ',
    j: 'ɈͿЈᎫꓙꞲ',
    k: 'ĸƙΚКҚҞᏦⱩⲔꓗꝀ',
    l: 'ŁƚǀɫɭᏞⳐꓡ',
    m: 'ΜϺМӍᎷⲘꓟꭑ',
    n: 'ƝƞɳΝηոռᵰⲚꓠ',
    o: 'ØƟΘΟσОѲӨՕჿᎾᏫᴏᴑⲞꓳꝊꬽꬾꭴ',
    p: 'ƥΡРᏢᵽⲢꓑ',
    q: 'ʠԛգզ',
    r: 'ƦɍɼɽгғᎡᏒᴦᵲⲅꓣꭇꭈꮁ',
    s: 'ƽʂЅՏᏕᏚᵴꓢꜱ',
    t: 'ŦƫƭƮȾΤТҬᎢᵵⲦꓔ',
    u: 'ɄʋυՍᏌᴜᵾꓴꞟꭎꭒ',
    v: 'νѴᏙᴠꓦ',
    w: 'ɯѡѽԜաᎳᏔᴡꓪꝡ',
    x: 'ΧХҲⲬꓫꞳ',
    y: 'ƴɎɣʏΥγУҮҰყᎩᎽᶌỿⲨꓬꭚ',
    z: 'ƵȤʐΖᏃᴢᵶꓜ',
    ae: 'æӕ',
    oe: 'œ',
    ss: 'ß',
    th: 'þ',
  }).flatMap(([letters, variants]) => [...variants].map((variant) => [variant, letters] as const)),
)

const shortForms = 'inc corp co ltd llc llp lllp lp pllc plc pc pa na gmbh bv nv srl sarl pty'.split(' ')
const longForms = {
  incorporated: 'inc',
  corporation: 'corp',
  company: 'co',
  limited: 'ltd',
  'limited liability company': 'llc',
  'limited liability co': 'llc',
  'limited liability partnership': 'llp',
  'limited partnership': 'lp',
  'professional corporation': 'pc',
  'professional association': 'pa',
  'national association': 'na',
}
const legalForms = new Map([...shortForms.map((form) => [form, form] as const), ...Object.entries(longForms)])
const mostWordsOfForm = 3

/** In characters. */
const longestKey = 200

/** Suffixes of people's names, which stay at the end: `Carver, Denise, Jr.` becomes Denise Carver Jr. */
const suffixes = new Set('jr sr ii iii iv esq md dds dmd dvm cpa phd'.split(' '))

const plain = /^[a-z0-9 ]*$/
const apostrophes = /['`\u00b4\u2018-\u201b\u02b9-\u02bd\u02c8\u02ca\u02cb\u2032\u2035\ua78b\ua78c\uff07.\uff0e]/gu
const trademarks = /[\u00a9\u00ae\u2117\u2120\u2122]/gu
const accents = /[\u0300-\u036f\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f]/gu
const and = /[&+\u204a\ufe60\uff06\uff0b]/gu
const commas = /[,\u060c\u3001\uff0c\ufe50]/u
const betweenWords = /[^\p{L}\p{N}\p{M}\p{Sc}\p{So}]+/u
const latin = /\p{Script=Latin}/u

/** A name for comparison: its words without trailing legal forms, and the legal forms. */
export interface Identity {
  readonly words: readonly string[]
  readonly forms: readonly string[]
}

/**
 * The words and legal forms of a name (F9). Similar letters of other alphabets, case, accents, width, punctuation, `&`
 * for `and`, a leading `The`, and the order of `Carver, Denise` make no difference.
 */
export function identityOf(name: string): Identity {
  const parts = bare(name).split(commas).map(wordsIn)
  const { words, forms } = withoutForms(inOrder(parts.filter((part) => part.length > 0)))
  return { words, forms }
}

/**
 * The key of a payee: equal for all names that mean it (F9), whatever their legal form. At most 200 characters without
 * spaces; empty when nothing is left to compare.
 */
export function payeeKey(name: string): string {
  return keyOf(identityOf(name).words, name)
}

/**
 * The key of a separate payee: `payeeKey`, a space, and the key with the legal form. Names that share both parts can
 * never be two payees; names that share only the first part can be, once two people have confirmed it (F9).
 */
export function separateKey(name: string): string {
  const { words, forms } = identityOf(name)
  return `${keyOf(words, name)} ${keyOf([...words, ...forms], name)}`
}

/**
 * True if a typed name can mean this person (M13): two or more words in any order, each of them a word of the person's
 * name or its initial, such as `R. Test` or `Test Rosa`.
 */
export function canBePerson(typed: string, person: string): boolean {
  const words = identityOf(typed).words
  const left = [...identityOf(person).words]
  return (
    words.length > 1 &&
    words.every((word) => {
      const place = left.findIndex((own) => own === word || (word.length === 1 && own.startsWith(word)))
      return place >= 0 && left.splice(place, 1).length === 1
    })
  )
}

/** True if the text is nothing but a legal form, such as `Inc.`. */
export function isLegalForm(text: string): boolean {
  const { words, forms } = withoutForms(['name', ...wordsIn(bare(text))])
  return words.length === 1 && forms.length > 0
}

// Limits the length, because some characters expand to many and database indexes have a limit.
function keyOf(words: readonly string[], name: string): string {
  const key = words.join('') || withoutHidden(name).normalize('NFKC').replace(/\s+/gu, '').toLowerCase()
  return key.length > longestKey ? [...key].slice(0, longestKey).join('') : key
}

function bare(name: string): string {
  return withoutHidden(name).replace(trademarks, '').replace(apostrophes, '').replace(and, ' and ')
}

function wordsIn(part: string): string[] {
  const words = part.split(betweenWords).flatMap((word) => latinOf(word).split(betweenWords))
  return joinLetters(words.filter((word) => word !== ''))
}

/** Joins single letters in a row into one word: `L L C`. */
function joinLetters(words: readonly string[]): string[] {
  const joined: string[] = []
  let isOpen = false
  for (const word of words) {
    const isLetter = /^\p{L}$/u.test(word)
    if (isLetter && isOpen) joined.push(`${joined.pop()}${word}`)
    else joined.push(word)
    isOpen = isLetter
  }
  return joined
}

// In a word without Latin letters, uppercase and lowercase must get the same key. Capitals are used because they
// resemble Latin letters most.
function latinOf(word: string): string {
  const quick = word.toLowerCase()
  if (plain.test(quick)) return quick
  const seen = latin.test(word) ? word : word.toUpperCase()
  const letters = [...[...seen].map(asLatin).join('').normalize('NFKD').replace(accents, '')]
  // Uppercase first: some lowercase letters share an uppercase one, such as both forms of sigma.
  return letters.map(asLatin).join('').normalize('NFC').toUpperCase().toLowerCase()
}

function asLatin(letter: string): string {
  const own = lookAlikes.get(letter)
  return own ?? lookAlikes.get(otherCase(letter)) ?? letter
}

function otherCase(letter: string): string {
  const lower = letter.toLowerCase()
  return lower === letter ? letter.toUpperCase() : lower
}

/** Swaps the parts of `Carver, Denise` and `Revenue, Department of`. A list with an `and` keeps its order. */
function inOrder(parts: readonly string[][]): string[] {
  const [first = [], ...rest] = parts
  const after = rest.filter((part) => formAtEnd(part) === undefined || part.length > mostWordsOfForm)
  const forms = rest.filter((part) => !after.includes(part))
  const ends = after.map(splitSuffix)
  const given = ends.filter(({ words }) => words.length > 0)
  const last = [...ends.flatMap(({ suffix }) => suffix), ...forms.flat()]
  const [only] = given
  const isTurned = only && given.length === 1 && !only.words.includes('and')
  return isTurned ? [...only.words, ...first, ...last] : [...first, ...given.flatMap(({ words }) => words), ...last]
}

function splitSuffix(part: readonly string[]) {
  const end = part.at(-1) ?? ''
  return suffixes.has(end) ? { words: part.slice(0, -1), suffix: [end] } : { words: part, suffix: [] }
}

function withoutForms(all: readonly string[]): { words: string[]; forms: string[] } {
  const words = all[0] === 'the' && all.length > 1 ? all.slice(1) : [...all]
  const forms: string[] = []
  for (let form = formAtEnd(words); form && form.length < words.length; form = formAtEnd(words)) {
    forms.unshift(form.is)
    words.splice(words.length - form.length)
    // `Smith & Co` is Smith.
    if (words.length > 1 && words.at(-1) === 'and') words.pop()
  }
  return { words, forms }
}

function formAtEnd(words: readonly string[]): { readonly is: string; readonly length: number } | undefined {
  for (let length = Math.min(mostWordsOfForm, words.length); length > 0; length -= 1) {
    const is = legalForms.get(words.slice(-length).join(' '))
    if (is !== undefined) return { is, length }
  }
  return undefined
}

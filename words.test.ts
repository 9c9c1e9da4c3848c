import { expect, test } from 'vitest'
import { parseAst } from 'vitest/node'
import { isTest, readSources, type Source } from './scripts/sources.ts'

/** Words that have better alternatives in plain American English. */
const retired =
  'alike|anew|as to|e-mail|everybody|fresh proof|hereby|hurry|likeness|organisation|shall|somebody|thereof|till|whoever'

/** Negations that are contracted. The databases' `is not null` is no text. */
const uncontracted =
  /\b(cannot|(is|are|was|were|does|do|did|has|have|had|would|could|should|will) not)\b(?! null| distinct)/i

/** Texts of the specification, of letters to payees, of other programs, and of statements. */
const keptNegations =
  /^(This action cannot be undone\.|You do not have permission to access this page\.$|Confirm password does not match\.$|Could not change user role\.$|If we do not hear from you|Our records show that the check above)|^is not$|DO NOT PAY|read-only transaction|is not queryable|whether or not|\bwhere\b.*=/

/** Apostrophes in texts are curly, except in these, which the specification or a stored value gives. */
const keptApostrophes =
  /^(Welcome back, Here's|Make changes to your password here\.|Driver's|import )|\b(case|select|where)\b/

/** Names that have plainer alternatives (require, match, again, notified), except for columns and fields of the API. */
const retiredNames = /^demand(?!s$)|Demand|Alike(?!s)|^likeness|Likeness|^anew|Anew|^(un)?told|Told(?!er)/

/** Elements whose texts and titles are in Title Case, unless they are a question or a sentence. */
const titled = /^(Button|MenuItem|MenuButton|Th|h[1-4]|Card|Field|FormField|SearchField|\w*Dialog|PageHeader)$/
const lowerCase =
  /^(a|an|and|as|at|but|by|for|from|in|into|nor|of|off|on|or|over|per|the|to|until|up|via|with|without)$/

/** Texts in which a comma separates no list items. */
const notLists = ['In the office, defaced and photographed', 'General manager, Honda and Ford']

/** Titles that the specification gives in another casing. */
const given = ['Add departments', 'Save changes']

interface Text {
  readonly path: string
  readonly text: string
}

interface Node {
  readonly type: string
  readonly start: number
  readonly end: number
  readonly [key: string]: unknown
}

const folders = ['domain/src', 'server/src', 'web/src', 'e2e', 'scripts', 'torture', 'proofs']

test.each(folders)('finds no retired words in texts and comments in %s', (folder) => {
  const texts = readSources(folder).flatMap(proseOf)
  const pattern = new RegExp(`(?<![\\w./-])(${retired})(?![\\w-]|\\.\\w)`, 'i')
  expect(texts.length).toBeGreaterThan(0)
  expect(texts.filter(({ text }) => pattern.test(text))).toEqual([])
})

test.each(folders)('contracts negations in texts and comments in %s', (folder) => {
  const texts = readSources(folder).flatMap(proseOf)
  const found = texts.filter(({ text }) => uncontracted.test(text) && !keptNegations.test(text))
  expect(found.filter(({ text }) => !/\bis not null\b/.test(text))).toEqual([])
})

test.each(folders)('writes apostrophes in texts as ’ in %s', (folder) => {
  const texts = readSources(folder).flatMap(textsOf)
  const found = texts.filter(({ text }) => /[a-z]'(s|t|re|ll|ve|d)\b/.test(text) && !keptApostrophes.test(text))
  expect(found).toEqual([])
})

test('ends field errors with a period, except for those that say that a field is required', () => {
  const errors = readSources('domain/src', 'web/src')
    .filter((source) => !isTest(source) && !source.path.endsWith('examples.ts'))
    .flatMap(fieldErrorsOf)
  expect(errors.length).toBeGreaterThan(150)
  expect(errors.filter(({ text }) => !/[.?]$|required\b[^.]*$|^status require$/.test(text))).toEqual([])
})

test.each(folders)('finds no retired names in %s', (folder) => {
  const names = readSources(folder).flatMap(namesOf)
  expect(names.length).toBeGreaterThan(0)
  expect(names.filter(({ text }) => retiredNames.test(text) && !text.includes('_'))).toEqual([])
})

test.each([
  ['demandVersion', true],
  ['userTold', true],
  ['demands', false],
  ['lookAlikes', false],
])('recognizes whether %j is a retired name (expected: %j)', (name, expected) => {
  expect(retiredNames.test(name)).toBe(expected)
})

test.each(['domain/src', 'server/src', 'web/src'])(
  'requires a comma before the last item of a list in %s',
  (folder) => {
    const texts = readSources(folder)
      .filter((source) => !isTest(source))
      .flatMap(proseOf)
    const withoutComma = /(?<![\w’-])[\w’-]+, [\w’-]+ (and|or) [\w’-]+([.,;)]|$)/
    expect(texts.length).toBeGreaterThan(0)
    expect(texts.filter(({ text }) => withoutComma.test(text) && !notLists.includes(text))).toEqual([])
  },
)

test('requires Title Case for buttons, menu entries, titles, labels, and column headers', () => {
  const titles = readSources('web/src')
    .filter((source) => !isTest(source))
    .flatMap(titlesOf)
  expect(titles.length).toBeGreaterThan(300)
  expect(titles.filter(({ text }) => !given.includes(text) && !isTitle(text) && !/[.?!]$/.test(text))).toEqual([])
})

test.each([
  ['Export Selected Checks', true],
  ['W-9 Received On', true],
  ['Reason for Posting to a Closed Month', true],
  ['Show more', false],
  ['to Do', false],
])('recognizes whether %j is in Title Case (expected: %j)', (text, expected) => {
  expect(isTitle(text)).toBe(expected)
})

test('finds the texts and comments in a source file, and omits names', () => {
  const text = [
    '// Why it is.',
    "import 'a b'",
    `const anew = f('kind', 'Say so') + \`\${1} b\``,
    'const C = () => <p>Hi you</p>',
  ].join('\n')
  const found = proseOf({ path: 'web/src/a.tsx', text, imports: [] }).map((each) => each.text)
  expect(found.sort()).toEqual(['Hi you', 'Say so', 'Why it is.', '… b'])
})

function isTitle(text: string): boolean {
  return text.split(/\s+/).every((word, index) => !/^[a-z]/.test(word) || (index > 0 && lowerCase.test(word)))
}

/** The texts of more than one word, and the comments. A placeholder becomes an ellipsis. */
function proseOf({ path, text }: Source): Text[] {
  const comments = [...text.matchAll(/(?:^|\s)\/\/ (.*)$|\/\*\*?([\s\S]*?)\*\//gm)].map(
    (match) => match[1] ?? match[2] ?? '',
  )
  return [...comments.map((comment) => ({ path, text: comment })), ...textsOf({ path, text })]
    .map((prose) => ({ path, text: prose.text.replaceAll(/\s+\*?\s*/g, ' ').trim() }))
    .filter((prose) => prose.text.includes(' '))
}

function textsOf({ path, text }: Pick<Source, 'path' | 'text'>): Text[] {
  const nodes = nodesOf(parseAst(text, { lang: path.endsWith('x') ? 'tsx' : 'ts' }))
  return nodes.flatMap((node) => textOf(node) ?? []).map((found) => ({ path, text: found }))
}

/** The sentences in properties named `error`, and in calls of the functions that build fields. */
function fieldErrorsOf({ path, text }: Source): Text[] {
  const nodes = nodesOf(parseAst(text, { lang: path.endsWith('x') ? 'tsx' : 'ts' }))
  const properties = nodes.filter(({ type, key }) => type === 'Property' && (key as Node).name === 'error')
  const calls = nodes.filter(
    ({ type, callee }) => type === 'CallExpression' && /^(id|name)Field$/.test(String((callee as Node).name)),
  )
  return [...properties.map(({ value }) => value as Node), ...calls.flatMap((call) => call.arguments as Node[])]
    .flatMap((node) => textOf(node) ?? [])
    .filter((found) => found.includes(' '))
    .map((found) => ({ path, text: found }))
}

function namesOf({ path, text }: Source): Text[] {
  return nodesOf(parseAst(text, { lang: path.endsWith('x') ? 'tsx' : 'ts' }))
    .filter(({ type }) => /^(JSX|Private)?Identifier$/.test(type))
    .map(({ name }) => ({ path, text: String(name) }))
}

function titlesOf({ path, text }: Source): Text[] {
  return nodesOf(parseAst(text, { lang: path.endsWith('x') ? 'tsx' : 'ts' }))
    .filter((node) => node.type === 'JSXElement' && titled.test(nameOf(node.openingElement as Node, text)))
    .flatMap((element) => [
      ...(element.children as Node[]),
      ...((element.openingElement as Node).attributes as Node[])
        .filter((attribute) => attribute.type === 'JSXAttribute' && /^(title|label)$/.test(nameOf(attribute, text)))
        .map((attribute) => attribute.value as Node),
    ])
    .map((node) => textOf(node.type === 'JSXExpressionContainer' ? (node.expression as Node) : node)?.trim())
    .flatMap((found) => (found ? [{ path, text: found }] : []))
}

function nameOf({ name }: Node, text: string): string {
  const { start, end } = name as Node
  return text.slice(start, end)
}

function textOf(node: Node): string | undefined {
  if (node.type === 'JSXText' || (node.type === 'Literal' && typeof node.value === 'string')) return String(node.value)
  if (node.type !== 'TemplateLiteral') return undefined
  return (node.quasis as { value: { cooked: string } }[]).map(({ value }) => value.cooked).join('…')
}

/** All nodes except imports. */
function nodesOf(value: unknown): Node[] {
  if (typeof value !== 'object' || value === null) return []
  if (Array.isArray(value)) return value.flatMap(nodesOf)
  const node = value as Node
  if (node.type === 'ImportDeclaration') return []
  return [...('type' in node ? [node] : []), ...Object.values(node).flatMap(nodesOf)]
}

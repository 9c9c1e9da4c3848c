import { textOf } from '../clearing/lines.ts'

/** What a bank's answer says about a positive-pay file, in the order in which a later answer replaces an earlier one. */
export const acknowledgments = ['unclear', 'accepted', 'refused'] as const
export type Acknowledgment = (typeof acknowledgments)[number]

/** A bank's answer to a file: `text` is its reason for a refusal, or else its first lines. */
interface ReadAcknowledgment {
  readonly says: Acknowledgment
  readonly text: string
}

const problems =
  'errors?|reject(?:s|ed|ions?)?|failures?|failed|invalid|exceptions?|duplicates?|suspended|mismatch(?:es)?|missing|unmatched|unprocessed'
const things = '(?:[ _-]?(?:counts?|items?|records?|rows?|checks?|issues?|amounts?|totals?|number|of))*'

/** Counts of nothing, such as `0 errors`, `No rejected items`, and `Rejected amount: $0.00`. */
const nothingWrong = [
  new RegExp(
    `\\b(?:no|0+(?:\\.0+)?(?: of \\d+)?|zero|without(?: any)?)\\s+(?:[a-z]+\\s+){0,2}?(?:${problems})\\b`,
    'gi',
  ),
  new RegExp(`\\b(?:${problems})${things}\\s*[:=,;|.]*\\s*\\$?(?:0+(?:\\.0+)?|none|no)(?![\\d.,]*[1-9])\\b`, 'gi'),
]
const wrong = new RegExp(
  `\\b(?:${problems}|refus(?:ed|al)|den(?:ied|ial)|unable|partial(?:ly)?|incomplete|out of balance|(?:not|n.t) (?:\\w+ ){0,2}?(?:accepted|processed|loaded|posted|valid|found|match(?:ed)?|balance))\\b`,
  'i',
)
const right = /\b(?:accepted|success(?:ful|fully)?|processed|loaded|posted|completed?|approved)\b/i

/** What is to come says nothing yet: `will be processed`, `awaiting to be posted`, `being loaded`. */
const planned =
  /\b(?:(?:will|to|can|must|should|may) be|being|until|when|once|if|before)(?: \w+){0,4}? (?:accepted|processed|loaded|posted|completed?|approved)\b/gi

/** Codes of the standard answers: pain.002 (GrpSts) and X12 (AK9, AK5). */
const codes: readonly (readonly [Acknowledgment, RegExp])[] = [
  ['refused', /<(?:\w+:)?(?:Grp|TxInf|PmtInf)Sts>\s*(?:RJCT|PART)\s*</i],
  ['refused', /\bAK[59]\*[REMPWX]\b/],
  ['accepted', /<(?:\w+:)?GrpSts>\s*(?:ACCP|ACTC|ACSP|ACSC|ACWC)\s*</i],
  ['accepted', /\bAK9\*A\b/],
]

/**
 * Reads a bank's answer to the file that was sent as `sentName`; undefined if the answer is about another file. An answer
 * names the file in its own name or in its text. Any word of a problem makes it a refusal, because nobody should rely
 * on a file of which the bank took a part.
 */
export function readAcknowledgment(
  answer: { readonly name: string; readonly text: string },
  sentName: string,
): ReadAcknowledgment | undefined {
  const lines = answer.text
    .replace(/^\uFEFF/, '')
    .split(/\r\n|\n|\r/)
    .filter((line) => line.trim() !== '')
  const named = lines.filter((line) => names(line, sentName))
  const isOwn = names(answer.name, sentName)
  if (!isOwn && named.length === 0) return undefined
  // A list of several files says what became of each in its line.
  const isList = !isOwn && lines.filter((line) => /\.(?:txt|csv|dat)\b/i.test(line)).length > named.length
  const about = isList ? named : lines
  const coded = codes.find(([, form]) => about.some((line) => form.test(line)))
  const bad = about.filter(isProblem)
  if (coded?.[0] === 'refused' || bad.length > 0)
    return { says: 'refused', text: shortened(bad.length > 0 ? bad : about) }
  const isRight = coded !== undefined || about.some((line) => right.test(withoutNothing(line).replace(planned, ' ')))
  return { says: isRight ? 'accepted' : 'unclear', text: shortened(about) }
}

/** True for a text with the name of the sent file, with or without its extension. */
function names(text: string, sentName: string): boolean {
  const bare = sentName.replace(/\.\w+$/, '').replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
  return new RegExp(`(?<![\\w-])${bare}(?!\\d|-\\d)`, 'i').test(text)
}

function isProblem(line: string): boolean {
  return wrong.test(withoutNothing(line))
}

function withoutNothing(line: string): string {
  return nothingWrong.reduce((text, form) => text.replace(form, ' '), line)
}

const longest = 400

function shortened(lines: readonly string[]): string {
  const all = lines.slice(0, 8).map(textOf).join(' / ')
  return all.length > longest ? `${all.slice(0, longest).replace(/\d+$/, '')}…` : all
}

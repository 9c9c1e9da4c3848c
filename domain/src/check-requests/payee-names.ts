import { isLegalForm, payeeKey, separateKey } from '../payees/identity.ts'
import { withoutHidden } from '../values/hidden-characters.ts'

/** How two payees of one check are joined: both must endorse it, or either can cash it alone (UCC 3-110). */
export const payeeJoins = ['and', 'or'] as const
export type PayeeJoin = (typeof payeeJoins)[number]

/** The payees of a request. `payee_join`: missing or null for AND and for a single payee. */
interface PaidNames {
  readonly payee_name_1: string
  readonly payee_name_2: string | null
  readonly payee_join?: PayeeJoin | null | undefined
}

/** The word between two names: `and` or `or`. */
export function joinOf({ payee_join }: Pick<PaidNames, 'payee_join'>): PayeeJoin {
  return payee_join ?? 'and'
}

/** The word that joins two payees, as stored: null for AND and for a single payee. */
export function storedJoin({ payee_name_2, payee_join }: Pick<PaidNames, 'payee_name_2' | 'payee_join'>) {
  return payee_name_2 !== null && payee_join === 'or' ? payee_join : null
}

export const payeeJoinWords: Readonly<Record<PayeeJoin, string>> = {
  and: 'AND: both endorse the check',
  or: 'OR: either of them can cash it',
}

/** The payees of a request as text: `Ada Lovelace or Charles Babbage`. */
export function payeesInWords(names: PaidNames): string {
  const { payee_name_1, payee_name_2 } = names
  return payee_name_2 ? `${payee_name_1} ${joinOf(names)} ${payee_name_2}` : payee_name_1
}

type Names = Pick<PaidNames, 'payee_name_1' | 'payee_name_2'>

// The words and signs that people type between two names, or before another name of the same payee.
const joiners = new RegExp(
  [
    String.raw`[&+/;,\uff06\uff0b\uff0f\uff0c\uff1b\u2044\u2215]`,
    String.raw`(?<![\p{L}\p{M}\p{N}])(?:and|or|c/o|d/?b/?a|[afn]/?k/?a)(?![\p{L}\p{M}\p{N}])`,
  ].join('|'),
  'giu',
)

/**
 * The keys of the names joined in one field, such as `Ada Lovelace and Charles Babbage`, without the key of the whole
 * field. Empty for a field without joined names. Two people can't be distinguished from a company with certainty, so
 * `Smith and Sons LLC` also has the key of `Smith` (decision 131).
 */
export function joinedKeys(field: string): string[] {
  const written = withoutHidden(field).normalize('NFC').split(joiners)
  const parts = written.filter((part) => !isLegalForm(part)).map(wordsOf)
  if (parts.length === 1) return []
  const names = parts.filter((words) => words.length > 0)
  const last = names.at(-1) ?? []
  // `John and Mary Smith` means John Smith and Mary Smith.
  const completed = last.length > 1 ? names.filter(({ length }) => length === 1) : []
  const all = [...names, ...completed.map((words) => [...words, ...last.slice(-1)])]
  const keys = all.map((words) => payeeKey(words.join(' ')))
  return [...new Set(keys)].filter((key) => key.length > 1 && key !== payeeKey(field))
}

/** The keys of all names joined in either payee field, without the keys of the whole fields. */
export function joinedKeysOf({ payee_name_1, payee_name_2 }: Names): string[] {
  return [...new Set([payee_name_1, payee_name_2 ?? ''].flatMap(joinedKeys))]
}

/**
 * The keys of everyone whom a request can pay: its two fields as typed, with the legal form (`separateKey`) if there is
 * one, and the names joined in them.
 */
export function payeeKeys(names: Names): string[] {
  const whole = [names.payee_name_1, names.payee_name_2 ?? ''].map((name) => {
    const [key = '', full] = separateKey(name).split(' ')
    return key === full ? key : `${key} ${full}`
  })
  return [...new Set([...whole, ...joinedKeysOf(names)])].filter((key) => key !== '')
}

function wordsOf(part: string): string[] {
  return part.split(/\s+/u).filter((word) => /[\p{L}\p{N}]/u.test(word))
}

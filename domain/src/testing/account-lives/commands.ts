import fc from 'fast-check'

/** What people do with an account in a random life. */
const verbs = [
  ...['raise', 'raise', 'raise', 'print', 'print', 'settle', 'settle', 'fetch', 'release'],
  ...[
    'write',
    'open',
    'confirm',
    'discard',
    'sign',
    'sign',
    'sign',
    'issue',
    'issue',
    'void',
    'agree',
    'agree',
    'agree',
    'stop',
    'renew',
  ],
  ...['receive', 'count', 'use', 'clear', 'clear', 'wait'],
] as const
export type Verb = (typeof verbs)[number]

/** One command of somebody. `pick` chooses among what there is, `size` says how many or how far, `yes` a way of two. */
export interface Command {
  readonly do: Verb
  readonly by: number
  readonly pick: number
  readonly size: number
  readonly yes: boolean
}

/** So many people have something to do with the account. */
const people = 5

/** The number with which the account begins, and amounts above which two people sign it, in cents. */
export const firstNumber = 1001
export const twoSignersAbove = 60_000

export const commands = fc.array(
  fc.record<Command>({
    do: fc.constantFrom(...verbs),
    by: fc.nat(people - 1),
    pick: fc.nat(999),
    size: fc.nat(3),
    yes: fc.boolean(),
  }),
  { minLength: 40, maxLength: 120, size: 'max' },
)

/** What is to be compared after a command. */
export interface View {
  readonly next: number
  /** By number: the state of each check, and the request that it pays; null for none. */
  readonly checks: ReadonlyMap<number, readonly [state: string, request: number | null]>
  readonly requests: readonly string[]
  /** In cents. */
  readonly book: number
  readonly cleared: number
}

/** Something that lives the life of an account. */
export interface Account {
  /** True when the command is done, false when it is refused and nothing has changed. */
  obey(command: Command): boolean
  view(): View
}

/** The one of these that a command means; undefined where there are none. */
export function chosen<Item>(items: readonly Item[], { pick }: Command): Item | undefined {
  return items[pick % Math.max(1, items.length)]
}

export const amountOf = ({ pick }: Command) => 10_000 + pick * 100

/** The number that a box of this command begins with, and how many checks are in it. */
export const boxOf = ({ pick, size }: Command) => ({ first: firstNumber + (pick % 40), count: size + 1 })

const likely: Partial<Record<Verb, readonly string[]>> = {
  sign: ['printed'],
  issue: ['signed'],
  void: ['signed', 'issued'],
  agree: ['asked'],
  stop: ['signed', 'issued'],
  renew: ['stopped'],
  clear: ['issued'],
}

/** The check that a command means: mostly one to which it can happen. `nameOf`: its state, or that a void of it is asked. */
export function meant<Check>(checks: readonly Check[], command: Command, nameOf: (check: Check) => string) {
  const wanted = command.pick % 5 === 0 ? undefined : likely[command.do]
  const fitting = checks.filter((check) => wanted?.includes(nameOf(check)))
  return chosen(fitting.length > 0 ? fitting : checks, command)
}

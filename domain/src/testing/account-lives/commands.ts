import fc from 'fast-check'

/** The actions in a random history of an account. Actions listed several times are more frequent. */
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
  ...['receive', 'count', 'use', 'clear', 'clear', 'clear', 'un-clear', 'wait'],
] as const
export type Verb = (typeof verbs)[number]

/**
 * A random action by a user. `pick` chooses among the candidates, `size` is a number or distance, `yes` decides between
 * two options.
 */
export interface Command {
  readonly do: Verb
  readonly by: number
  readonly pick: number
  readonly size: number
  readonly yes: boolean
}

/** The number of users involved with the account. */
const people = 5

/** The account's first check number, and the amount above which two users have to sign, in cents. */
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

/** The state of an account, compared between implementations after each command. */
export interface View {
  readonly next: number
  /** For each check number: the check's state, and the request that the check pays, or null. */
  readonly checks: ReadonlyMap<number, readonly [state: string, request: number | null]>
  readonly requests: readonly string[]
  /** The amounts of issued checks, less those of voided and stopped checks, in cents. */
  readonly book: number
  readonly cleared: number
}

/** An implementation that executes commands on an account. */
export interface Account {
  /** True if the command succeeded; false if it was refused without any change. */
  obey(command: Command): boolean
  view(): View
}

/** The candidate chosen by a command; undefined if there are none. */
export function chosen<Item>(items: readonly Item[], { pick }: Command): Item | undefined {
  return items[pick % Math.max(1, items.length)]
}

export const amountOf = ({ pick }: Command) => 10_000 + pick * 100

/** The first number and the size of a box for this command. */
export const boxOf = ({ pick, size }: Command) => ({ first: firstNumber + (pick % 40), count: size + 1 })

const likely: Partial<Record<Verb, readonly string[]>> = {
  sign: ['printed'],
  issue: ['signed'],
  void: ['signed', 'issued'],
  agree: ['asked'],
  stop: ['signed', 'issued'],
  renew: ['stopped'],
  clear: ['issued'],
  'un-clear': ['cleared'],
}

/**
 * The check chosen by a command, usually one whose state allows the action. `nameOf` returns a check's state, or
 * 'asked' if a void was requested.
 */
export function meant<Check>(checks: readonly Check[], command: Command, nameOf: (check: Check) => string) {
  const wanted = command.pick % 5 === 0 ? undefined : likely[command.do]
  const fitting = checks.filter((check) => wanted?.includes(nameOf(check)))
  return chosen(fitting.length > 0 ? fitting : checks, command)
}

import type { Act } from './act.ts'
import { bankingActs } from './banking.ts'
import { checkActs } from './checks.ts'
import { payeeActs } from './payees.ts'
import { peopleActs } from './people.ts'
import { placeActs } from './places.ts'
import { readActs } from './reads.ts'
import { requestActs } from './requests.ts'
import { settingActs } from './settings.ts'
import { timeActs } from './times.ts'
import { wordActs } from './words.ts'

/** All possible actions in a history. */
export const acts: readonly Act[] = [
  ...requestActs,
  ...checkActs,
  ...bankingActs,
  ...payeeActs,
  ...placeActs,
  ...peopleActs,
  ...settingActs,
  ...wordActs,
  ...timeActs,
  ...readActs,
]

/** The beginning of each history: a dealership with its own account, and requests. */
const opening = ['add a dealership', 'add a department', 'propose a bank account', 'confirm a bank account']
const printed = ['raise', 'approve', 'raise', 'approve', 'make a print run', 'confirm a run', 'sign', 'make ready']

/** Rare sequences that random actions would seldom produce; other actions come in between. */
export const courses: readonly (readonly Act[])[] = [
  [
    ...[...printed, 'mail', 'hand over', 'stop', 'confirm a stop', 'reissue'],
    ...['confirm a run', 'sign', 'make ready', 'mail', 'hand over'],
  ],
  [
    'save forms of a bank',
    ...printed,
    'make a file for the bank',
    'open a file for the bank',
    'say what the bank answered',
    'mail',
    'hand over',
  ],
  [
    ...printed,
    'mail',
    'save forms of a bank',
    'look at a file of the bank',
    'write a file of the bank',
    'resolve an exception',
  ],
  [...printed, 'ask to void', 'agree to void', 'reissue', 'confirm a run', 'sign', 'stop', 'confirm a stop'],
  [...printed, 'divert', 'ask for an exception', 'allow an exception', 'hand over', 'export the journal'],
  ['set payees', 'add a payee', 'verify a payee', 'raise', 'draft a policy', 'publish a policy', 'raise', 'approve'],
  [
    'add a user',
    'choose a password',
    'confirm an account',
    'ask for an auditor',
    'confirm an auditor',
    'draw a sample',
  ],
  [],
  [],
  [],
].map((course) => [...opening, ...course].map(actNamed))

function actNamed(name: string): Act {
  const act = acts.find((one) => one.name === name)
  if (!act) throw new Error(`There is no act '${name}'`)
  return act
}

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
const printed = [
  'raise',
  'approve',
  'raise',
  'approve',
  'create a print run',
  'confirm a print run',
  'sign',
  'mark as ready',
]

/** Sequences that random actions would rarely produce. Other actions come in between. */
export const courses: readonly (readonly Act[])[] = [
  [
    ...[...printed, 'mail', 'hand over', 'stop a payment', 'confirm a stop payment', 'reissue'],
    ...['confirm a print run', 'sign', 'mark as ready', 'mail', 'hand over'],
  ],
  [
    'save bank file formats',
    ...printed,
    'create a positive pay file',
    'download a positive pay file',
    'record the bank’s response',
    'mail',
    'hand over',
  ],
  [...printed, 'mail', 'save bank file formats', 'preview a bank file', 'import a bank file', 'resolve an exception'],
  [
    ...printed,
    'request a void',
    'confirm a void',
    'reissue',
    'confirm a print run',
    'sign',
    'stop a payment',
    'confirm a stop payment',
  ],
  [...printed, 'change to pickup', 'request an exception', 'allow an exception', 'hand over', 'export the journal'],
  [
    'save payee settings',
    'add a payee',
    'verify a payee',
    'raise',
    'draft a policy',
    'publish a policy',
    'raise',
    'approve',
  ],
  [
    'add a user',
    'choose a password',
    'confirm an account',
    'request auditor access',
    'confirm auditor access',
    'draw a sample',
  ],
  [],
  [],
  [],
].map((course) => [...opening, ...course].map(actNamed))

function actNamed(name: string): Act {
  const act = acts.find((one) => one.name === name)
  if (!act) throw new Error(`There is no action '${name}'`)
  return act
}

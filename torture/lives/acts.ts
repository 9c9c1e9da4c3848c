import type { Act } from './act.ts'
import { bankingActs } from './banking.ts'
import { checkActs } from './checks.ts'
import { connectionActs } from './connections.ts'
import { directoryActs } from './directories.ts'
import { emailActs } from './emails.ts'
import { payeeActs } from './payees.ts'
import { peopleActs } from './people.ts'
import { placeActs } from './places.ts'
import { printingActs } from './printing.ts'
import { raisingActs } from './raising.ts'
import { readActs } from './reads.ts'
import { recurringActs } from './recurring.ts'
import { requestActs } from './requests.ts'
import { settingActs } from './settings.ts'
import { timeActs } from './times.ts'
import { wordActs } from './words.ts'

/** All possible actions in a history. */
export const acts: readonly Act[] = [
  ...raisingActs,
  ...requestActs,
  ...recurringActs,
  ...printingActs,
  ...checkActs,
  ...bankingActs,
  ...payeeActs,
  ...placeActs,
  ...peopleActs,
  ...settingActs,
  ...connectionActs,
  ...directoryActs,
  ...emailActs,
  ...wordActs,
  ...timeActs,
  ...readActs,
]

/** The beginning of each history: a dealership with its own account, and requests. */
const opening = ['add a dealership', 'add a department', 'propose a bank account', 'confirm a bank account']
const combined = [
  ...['raise', 'raise another for a payee', 'approve', 'approve'],
  ...['combine requests', 'confirm a print run', 'sign', 'mark as ready'],
]
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
    ...['save bank file formats', 'confirm a bank account'],
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
  [...combined, 'request a void', 'confirm a void', 'reissue', 'confirm a print run', 'sign'],
  [...combined, 'mail', 'hand over', 'stop a payment', 'confirm a stop payment', 'reissue', 'confirm a print run'],
  [...combined.slice(0, -2), 'void before signing', 'combine requests', 'confirm a print run', 'sign', 'mark as ready'],
  [
    ...[...printed, 'mail', 'hand over', 'save bank file formats', 'preview a bank file', 'import a bank file'],
    ...['ask to undo a clearing', 'keep a clearing', 'ask to undo a clearing', 'undo a clearing'],
    'resolve an exception',
    ...['ask to undo a bank file', 'undo a bank file', 'preview a bank file', 'import a bank file'],
  ],
  [
    ...['set the limit for automatic submission', 'confirm a control change', 'raise', 'approve', 'repeat a request'],
    ...['repeat a request', 'advance days', 'submit a recurring draft', 'pause a recurring request'],
    ...['advance days', 'resume a recurring request', 'advance to the next month', 'submit a recurring draft'],
    ...['approve', 'end a recurring request'],
  ],
  [
    ...[
      'add a webhook',
      'confirm a control change',
      'test a webhook',
      'change connections',
      'confirm a control change',
    ],
    ...['add a chat', 'test a chat', 'raise', 'put on hold', 'advance hours', 'switch on a webhook'],
    ...['send a webhook call again', 'replace a webhook’s secret', 'raise', 'advance hours'],
  ],
  [
    ...['add a program', 'confirm a control change', 'let a directory add a user', 'let a directory add a role'],
    ...['let a directory remove a role', 'let a directory add a role', 'confirm an account', 'read with a token'],
    ...['let a directory deactivate a user', 'end an access token'],
  ],
  [
    ...['invite a user', 'advance hours', 'open a password link', 'choose a password with a link'],
    ...['confirm an account', 'invite a user again', 'advance hours', 'choose a password with a link'],
  ],
  [
    ...['save payee settings', 'allow decisions by email', 'confirm a control change', 'raise', 'verify a payee'],
    ...['raise another for a payee', 'advance hours', 'open a decision link', 'decide by a link'],
    ...['raise another for a payee', 'attach a document', 'advance hours', 'decide by a link'],
  ],
  [
    ...['add an email address', 'send an email', 'send an email', 'give a kept email', 'edit a draft'],
    ...['raise', 'attach a document', 'advance hours', 'send an email', 'discard a kept email'],
  ],
  [
    ...['raise', 'approve', 'enter a manual check', 'confirm a manual check'],
    ...[...printed, 'change to pickup', 'request an exception', 'withdraw an exception', 'request an exception'],
    ...['add an approval title', 'assign a title', 'draft a policy', 'publish a policy', 'raise'],
  ],
  [
    ...['change connections', 'confirm a control change', 'add a chat', 'raise', 'test a chat', 'switch on a chat'],
    ...['add a program', 'confirm a control change', 'let a directory add a user', 'let a directory delete a user'],
  ],
  [
    ...['add a user', 'choose a password', 'change a user', 'stop an account change'],
    ...['raise many requests', 'delete a department with many requests'],
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

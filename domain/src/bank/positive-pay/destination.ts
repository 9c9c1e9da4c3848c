import { z } from 'zod'
import type { Loosening } from '../../people/controls/loosening.ts'
import { acknowledgments } from './acknowledgment.ts'

/** The ways in which files reach a bank: its SFTP server, or a folder of this server that the bank's program empties. */
export const destinationKinds = ['SFTP', 'folder'] as const

/** When files are created and sent automatically. */
export const sendingTimes = ['by hand', 'when signed', 'by the clock'] as const

const hour = { error: 'Enter an hour from 0 to 23.' }

const ofSftp = z.string().trim().max(200).default('').describe('Only for SFTP')
const folder = (message: string) =>
  z
    .string()
    .trim()
    .max(200)
    .regex(/^[A-Za-z0-9_./ ][A-Za-z0-9_./ -]*$/, { error: message })

const fields = {
  kind: z.enum(destinationKinds).default('SFTP'),
  host: ofSftp,
  port: z.int({ error: 'Enter a port number.' }).min(1).max(65_535).default(22),
  user: ofSftp,
  folder: folder('Enter the folder, or a period for the starting folder.').describe(
    'On the SFTP server, or within the dealer group’s part of the folder that the operator allows',
  ),
  answers_folder: folder('Enter the folder, or leave it blank if the bank doesn’t answer.')
    .nullable()
    .default(null)
    .describe('The folder into which the bank puts its answers to files; null if it sends none'),
  host_key: ofSftp,
  when: z
    .enum(sendingTimes)
    .describe(
      'when signed: once no check of the run is unsigned, or after 24 hours; by the clock: on business days at `hour`, in the account’s time zone',
    ),
  hour: z.int(hour).min(0, hour).max(23, hour).default(16),
  with_companions: z
    .boolean()
    .default(false)
    .describe(
      'Whether files created automatically also contain the checks of other accounts that have the same bank and template, and no destination',
    ),
}

/** What an SFTP server needs. */
const sftpRules = [
  ['host', /^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$/i, 'Enter the server’s name without sftp:// and without a folder.'],
  ['user', /^[A-Za-z0-9_][A-Za-z0-9_.@-]*$/, 'Enter the user name from your bank.'],
  [
    'host_key',
    /^SHA256:[A-Za-z0-9+/]{43}$/,
    'Enter the host key fingerprint from your bank: SHA256: followed by 43 characters.',
  ],
] as const

/** Where a bank takes positive-pay files. */
export const destinationBody = z
  .strictObject({
    ...fields,
    secret: z
      .string()
      .min(1, { error: 'Enter the password or the private key.' })
      .max(10_000)
      .optional()
      .describe('A password, or a private key without a passphrase; if left out, the stored one stays'),
  })
  .superRefine((given, context) => {
    const refuse = (path: string, message: string) => context.addIssue({ code: 'custom', path: [path], message })
    if (given.kind === 'SFTP')
      for (const [field, form, message] of sftpRules) if (!form.test(given[field])) refuse(field, message)
    if (given.kind === 'SFTP') return
    for (const field of ['folder', 'answers_folder'] as const)
      if (!isWithin(given[field] ?? '.')) refuse(field, 'Enter a folder name, such as outbox or bank/outbox.')
  })
export type DestinationInput = z.output<typeof destinationBody>

/** True for a path that doesn't leave the folder that it is in. */
function isWithin(path: string): boolean {
  return path === '.' || path.split('/').every((part) => /^[A-Za-z0-9_][A-Za-z0-9_. -]*$/.test(part))
}

/** The destination without its secret. */
export const destinationReply = z.object(fields)
export type DestinationReply = z.output<typeof destinationReply>

/** A destination as stored, encrypted. The secret of a folder is empty. `by`: who set it; files created automatically are made for this user. */
export interface Destination extends DestinationReply {
  readonly secret: string
  readonly by: { readonly id: number; readonly name: string }
}

/** A new or changed destination, which a second person confirms with its host key. */
export function loosenedDestination(was: Destination | null, is: Destination | null | undefined): Loosening[] {
  if (is === undefined || is === null) return []
  const { kind, host, port, user, folder: path, answers_folder: answers, host_key, when, hour: at } = is
  const others = is.with_companions ? '; automatic files include other accounts with the same bank and template' : ''
  const same = was && JSON.stringify({ ...was, by: null }) === JSON.stringify({ ...is, by: null })
  if (same) return []
  const time = when === 'by the clock' ? `on business days at ${at}:00` : when
  const where =
    kind === 'folder'
      ? `written to the folder ${path} of this server`
      : `sent to ${user}@${host}:${port}, folder ${path}, host key ${host_key}`
  const read = answers === null ? '' : `; the bank’s answers are read from the folder ${answers}`
  return [{ fields: ['sealed_destination'], says: `Positive-pay files are ${where}, ${time}${read}${others}` }]
}

/**
 * Where a file's transmission stands; null for files that nobody sends from here. Unknown: the connection broke when the
 * bank might already have had the file.
 */
export const transmissionStates = ['waiting', 'sending', 'sent', 'failed', 'unknown'] as const

/** The bank's answer to a file as the server read it, with its reason. */
export const acknowledgmentReply = z.object({
  says: z.enum(acknowledgments),
  text: z.string(),
  read_at: z.iso.datetime(),
})

/** The delays before the second and each later attempt, in minutes. After the last attempt, the transmission fails. */
export const retryMinutes = [2, 10, 30, 60] as const

/** How long signed checks wait for the other checks of their run before a file is created without those. */
export const hoursForSignatures = 24

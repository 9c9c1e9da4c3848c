import { z } from 'zod'
import type { Loosening } from '../../people/controls/loosening.ts'

const line = (message: string) => z.string().trim().min(1, { error: message }).max(200)

/** When files are created and sent automatically. */
export const sendingTimes = ['by hand', 'when signed', 'by the clock'] as const

const hour = { error: 'Enter an hour from 0 to 23.' }

const fields = {
  host: line('Enter the name of the server').regex(/^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$/i, {
    error: 'Enter the server’s name without sftp:// and without a folder.',
  }),
  port: z.int({ error: 'Enter a port number.' }).min(1).max(65_535).default(22),
  user: line('Enter the user name').regex(/^[A-Za-z0-9_][A-Za-z0-9_.@-]*$/, {
    error: 'Enter the user name from your bank.',
  }),
  folder: z
    .string()
    .trim()
    .max(200)
    .regex(/^[A-Za-z0-9_./ ][A-Za-z0-9_./ -]*$/, { error: 'Enter the folder, or a period for the starting folder.' }),
  host_key: z
    .string()
    .trim()
    .regex(/^SHA256:[A-Za-z0-9+/]{43}$/, {
      error: 'Enter the host key fingerprint from your bank: SHA256: followed by 43 characters.',
    }),
  when: z.enum(sendingTimes).describe('by the clock: on business days at `hour`, in the account’s time zone'),
  hour: z.int(hour).min(0, hour).max(23, hour).default(16),
}

/** The SFTP server of a bank that takes positive-pay files. */
export const destinationBody = z.strictObject({
  ...fields,
  secret: z
    .string()
    .min(1, { error: 'Enter the password or the private key.' })
    .max(10_000)
    .optional()
    .describe('A password, or a private key without a passphrase; if left out, the stored one stays'),
})
export type DestinationInput = z.output<typeof destinationBody>

/** The destination without its secret. */
export const destinationReply = z.object(fields)
export type DestinationReply = z.output<typeof destinationReply>

/** A destination as stored, encrypted. `by`: who set it; files created automatically are made for this user. */
export interface Destination extends DestinationReply {
  readonly secret: string
  readonly by: { readonly id: number; readonly name: string }
}

/** A new or changed destination, which a second person confirms with its host key. */
export function loosenedDestination(was: Destination | null, is: Destination | null | undefined): Loosening[] {
  if (is === undefined || is === null) return []
  const { host, port, user, folder, host_key, when, hour: at } = is
  const same = was && JSON.stringify({ ...was, by: null }) === JSON.stringify({ ...is, by: null })
  if (same) return []
  const time = when === 'by the clock' ? `on business days at ${at}:00` : when
  return [
    {
      fields: ['sealed_destination'],
      says: `Positive-pay files are sent to ${user}@${host}:${port}, folder ${folder}, host key ${host_key}, ${time}`,
    },
  ]
}

/**
 * Where a file's transmission stands; null for files that nobody sends from here. Unknown: the connection broke when the
 * bank might already have had the file.
 */
export const transmissionStates = ['waiting', 'sending', 'sent', 'failed', 'unknown'] as const

/** The delays before the second and each later attempt, in minutes. After the last attempt, the transmission fails. */
export const retryMinutes = [2, 10, 30, 60] as const
